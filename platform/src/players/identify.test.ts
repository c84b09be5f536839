import { bodyCode } from '@minefall/shared/contracts'
import { identifiedSchema } from '@minefall/shared/contracts/bus'
import { type Bus, inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { limitColumns } from '../accounts/limits.ts'
import { noneFor } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { seatedOf } from '../matches/index.ts'
import { startPlayers } from './answer-identify.ts'
import type { Guests } from './guests.ts'
import { device, keepGuest, registerGuest, testGuests } from './testing.ts'

const deviceId = device()
const address = '203.0.113.1'
const now = Date.UTC(2026, 0, 2)

describeDatabase('who a connection is', (open) => {
  let db: Database
  let bus: Bus
  let guests: Guests
  /** How long the network of a new guest has to wait. */
  let wait: number | null
  /** Whom the token `known` belongs to. */
  let account: string | null
  let close: () => Promise<void>
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of ['seated', 'match', 'player']) await db.query(`delete from ${table}`)
    wait = null
    account = null
    bus = inProcessBus({ log: silentLogger() })
    const clock = { ...manualClock(), now: () => now }
    guests = testGuests(clock, { limitsOfNew: () => limitColumns(noneFor(wait), clock.now()) })
    const players = startPlayers({
      db,
      bus,
      clock,
      log: silentLogger(),
      guests,
      trialCoins: 1_000,
      guestRetentionMs: 0,
      authenticate: async (token) =>
        token === 'known' && account !== null ? { playerId: account } : { refused: bodyCode.tokenInvalid },
      seatedOf: (playerId) => seatedOf(db, playerId),
      unreadOf: async (playerId) => ({ version: 7, count: playerId === account ? 1 : 2 }),
    })
    close = players.close
  })
  afterEach(async () => {
    await close()
    await bus.close()
  })

  const identify = async (token?: string, of = deviceId) =>
    (await bus.request('player.identify', { deviceId: of, ...(token === undefined ? {} : { token }) })).data
  const keep = () => bus.request('player.keep', { deviceId, address })
  const become = (of: string) => registerGuest(db, guests, of)
  const players = async () => (await db.query('select * from player')).rows

  const matchId = 'ab'.repeat(16)
  const seat = async (playerId: string) => {
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
       values ($1, 0, 'mines-trial', 'trial', 100, 5, '{}', 'c')`,
      [matchId],
    )
    await db.query('insert into seated (player_id, match_id, seat) values ($1, $2, 0)', [playerId, matchId])
  }

  it('is a guest with the trial coins of a first seat, and stores nothing', async () => {
    const first = await identify()
    const { player } = await guests.of(db, deviceId)
    expect(identifiedSchema.parse(first)).toEqual({
      playerId: player.id,
      player: { kind: 'guest', name: player.name, avatar: player.avatar },
      seated: null,
      balance: {
        version: 0,
        coin: '0',
        promo: '0',
        trial: '1000',
        held: { coin: '0', promo: '0', trial: '0' },
      },
      unread: { version: 0, count: 0 },
      guest: null,
    })
    expect(await identify()).toEqual(first)
    expect(await players()).toEqual([])
  })

  it('is the same guest once stored, with the same coins and their unread messages', async () => {
    const first = await identify()
    expect(await keep()).toMatchObject({ code: 200, data: { playerId: first?.playerId } })
    expect(await keep()).toMatchObject({ code: 200, data: { playerId: first?.playerId } })
    expect(await identify()).toEqual({ ...first, unread: { version: 7, count: 2 } })
    expect(await players()).toHaveLength(1)
    const accounts = await db.query(`select from account where owner = $1`, [first?.playerId])
    expect(accounts.count).toBe(0)
  })

  it('is not stored, but still shown, when its network brings too many new guests', async () => {
    const first = await identify()
    wait = 59_001
    expect(await keep()).toMatchObject({ code: 1429, data: { seconds: 60 } })
    expect(await identify()).toEqual(first)
    expect(await players()).toEqual([])
  })

  it('includes a seat of the device’s guest next to an account, without storing a guest for it', async () => {
    const other = device()
    account = await become(other)
    expect(identifiedSchema.parse(await identify('known'))).toMatchObject({
      playerId: account,
      player: { kind: 'player' },
      seated: null,
      unread: { version: 7, count: 1 },
      guest: null,
    })
    expect(await players()).toHaveLength(1)
    const { id, ...player } = await keepGuest(db, guests, deviceId)
    expect((await identify('known'))?.guest).toBeNull()
    await seat(id)
    expect(identifiedSchema.parse(await identify('known'))).toMatchObject({
      playerId: account,
      seated: null,
      guest: { playerId: id, player, seated: { matchId }, balance: { trial: '1000' }, unread: { count: 2 } },
    })
    // Who asks as the guest is the guest, and has none beside.
    expect(await identify()).toMatchObject({ playerId: id, guest: null })
    expect((await identify('known', other))?.guest).toBeNull()
  })

  it('has no guest next to the account that the guest became', async () => {
    const { id } = await keepGuest(db, guests, deviceId)
    await seat(id)
    account = await become(deviceId)
    expect(await identify('known')).toMatchObject({ playerId: id, seated: { matchId }, guest: null })
    expect(await players()).toHaveLength(1)
  })

  it('includes the match with the player’s seat', async () => {
    const { id } = await keepGuest(db, guests, deviceId)
    await seat(id)
    expect((await identify())?.seated).toEqual({ matchId, gameId: 'mines-trial' })
  })

  it('is refused for an invalid token and for a malformed device id', async () => {
    const asked = [{ deviceId, token: 'forged' }, { deviceId: 'short' }]
    const codes = []
    for (const one of asked) codes.push((await bus.request('player.identify', one)).code)
    expect(codes).toEqual([bodyCode.tokenInvalid, bodyCode.badParameters])
    expect((await bus.request('player.keep', { deviceId: 'short', address })).code).toBe(
      bodyCode.badParameters,
    )
    expect(await players()).toEqual([])
  })
})
