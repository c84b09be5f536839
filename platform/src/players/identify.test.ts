import { createHash } from 'node:crypto'
import { bodyCode, identifiedSchema } from '@minefall/shared/contracts'
import { type Bus, inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { v7 as newUuid } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { startPlayers } from './answer-identify.ts'
import { becomePlayer } from './become-player.ts'
import { guestAvatars } from './guest-names.ts'
import { identify } from './identify.ts'

const deviceId = seededHex(seededRandom(1), 16)
const now = Date.UTC(2026, 0, 2)

describeDatabase('guests', (open) => {
  let db: Database
  let bus: Bus
  let ids: number
  /** Whom the token `known` belongs to. */
  let account: string | null
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of ['seated', 'match', 'player']) await db.query(`delete from ${table}`)
    ids = 0
    account = null
    bus = inProcessBus({ log: silentLogger() })
    startPlayers({
      db,
      bus,
      clock: { ...manualClock(), now: () => now },
      log: silentLogger(),
      newId,
      random: seededRandom(2),
      trialCoins: 1_000,
      authenticate: async (token) =>
        token === 'known' && account !== null ? { playerId: account } : { refused: bodyCode.tokenInvalid },
      unreadOf: async (playerId) => ({ version: 7, count: playerId === account ? 1 : 2 }),
    })
  })
  afterEach(() => bus.close())

  const newId = () => newUuid({ msecs: now, seq: ++ids })
  const options = { deviceId, newId, random: seededRandom(3), now, trialCoins: 1_000n }
  const players = async () => (await db.query('select * from player')).rows

  it('are made on the first call, and are the same on every later one', async () => {
    const first = await identify(db, options)
    expect(first).toMatchObject({ kind: 'guest', name: expect.stringMatching(/^[A-Z][a-z]+ \d{2,3}$/) })
    expect(guestAvatars).toContain(first.avatar)
    expect(await identify(db, options)).toEqual(first)
    expect(await players()).toHaveLength(1)
  })

  it('are one player however many first calls come at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => identify(db, options)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(new Set(all.map(({ name }) => name)).size).toBe(1)
    expect(await players()).toHaveLength(1)
    expect((await balanceOf(db, all[0]?.id ?? '')).trial).toBe('1000')
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('have their trial coins from the first answer on, and no more by asking again', async () => {
    const first = await bus.request('player.identify', { deviceId })
    expect(first.data?.balance.trial).toBe('1000')
    expect(await bus.request('player.identify', { deviceId })).toEqual(first)
  })

  it('are not made at all when their coins can’t be given', async () => {
    await db.query('alter table entry add constraint none check (amount = 0) not valid')
    expect((await bus.request('player.identify', { deviceId })).code).toBe(bodyCode.ourFault)
    await db.query('alter table entry drop constraint none')
    expect(await players()).toEqual([])
  })

  it('are told apart by their device ids', async () => {
    const first = await identify(db, options)
    const second = await identify(db, { ...options, deviceId: seededHex(seededRandom(4), 16) })
    expect(second.id).not.toBe(first.id)
  })

  it('are kept with the hash of their device id and never the id itself', async () => {
    await identify(db, options)
    const [row] = await players()
    expect(row).toMatchObject({ created_at: new Date(now) })
    expect(Buffer.from(Object(row).device_hash)).toEqual(createHash('sha256').update(deviceId).digest())
    expect(JSON.stringify(row)).not.toContain(deviceId)
  })

  it('are answered on the bus with their player, balance and seat', async () => {
    const { code, data } = await bus.request('player.identify', { deviceId })
    expect(code).toBe(bodyCode.ok)
    const { id } = await identify(db, options)
    expect(identifiedSchema.parse(data)).toMatchObject({
      playerId: id,
      player: { kind: 'guest' },
      seated: null,
      balance: { coin: '0', promo: '0', trial: '1000', held: { trial: '0' } },
    })
  })

  const matchId = 'ab'.repeat(16)
  const seat = async (playerId: string) => {
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
       values ($1, 0, 'mines-trial', 'trial', 100, 5, '{}', 'c')`,
      [matchId],
    )
    await db.query('insert into seated (player_id, match_id, seat) values ($1, $2, 0)', [playerId, matchId])
  }

  it('are told beside an account while they have a seat, and are not made for that', async () => {
    const device = seededHex(seededRandom(5), 16)
    account = await db.transaction((tx) => becomePlayer(tx, { ...options, deviceId: device }))
    const ask = async () => (await bus.request('player.identify', { deviceId, token: 'known' })).data
    expect(identifiedSchema.parse(await ask())).toMatchObject({
      playerId: account,
      player: { kind: 'player' },
      seated: null,
      unread: { version: 7, count: 1 },
      guest: null,
    })
    expect(await players()).toHaveLength(1)
    const { id, ...player } = await identify(db, options)
    expect((await ask())?.guest).toBeNull()
    await seat(id)
    expect(identifiedSchema.parse(await ask())).toMatchObject({
      playerId: account,
      seated: null,
      guest: { playerId: id, player, seated: { matchId }, balance: { trial: '1000' }, unread: { count: 2 } },
    })
    // Who asks as the guest is the guest, and has none beside.
    expect((await bus.request('player.identify', { deviceId })).data).toMatchObject({
      playerId: id,
      guest: null,
    })
    expect(
      (await bus.request('player.identify', { deviceId: device, token: 'known' })).data?.guest,
    ).toBeNull()
  })

  it('have no part beside the account they became', async () => {
    const { id } = await identify(db, options)
    await seat(id)
    account = await db.transaction((tx) => becomePlayer(tx, options))
    const { data } = await bus.request('player.identify', { deviceId, token: 'known' })
    expect(data).toMatchObject({ playerId: id, seated: { matchId }, guest: null })
    expect(await players()).toHaveLength(1)
  })

  it('are told of the match they have a seat in', async () => {
    const { id } = await identify(db, options)
    await seat(id)
    const { data } = await bus.request('player.identify', { deviceId })
    expect(data?.seated).toEqual({ matchId, gameId: 'mines-trial' })
  })

  it('are not made for a token that nobody knows, nor for a device id of another shape', async () => {
    expect((await bus.request('player.identify', { deviceId, token: 'forged' })).code).toBe(
      bodyCode.tokenInvalid,
    )
    expect((await bus.request('player.identify', { deviceId: 'short' })).code).toBe(bodyCode.badParameters)
    expect(await players()).toHaveLength(0)
  })
})
