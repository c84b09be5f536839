import { randomUUID } from 'node:crypto'
import { testServer } from '@minefall/platform/testing'
import { fund } from '@minefall/platform/testing-fund'
import { depositPreviewSchema, playPausedSchema, playStateSchema } from '@minefall/shared/contracts/rest'
import { playerCommit } from '@minefall/shared/fairness'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, get, post, posted, signInByCode } from '../harness/accounts.ts'
import { type InProcess, startInProcess } from '../harness/in-process.ts'
import { connectPlayer, type Player } from '../harness/player.ts'
import { told } from '../harness/told.ts'
import { hex } from '../hostile/attacker.ts'
import { manyAllowed } from '../hostile/many-allowed.ts'

const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const

describe('safer play in two tabs and on two devices of one account', () => {
  const server = testServer()
  let world: InProcess
  /** How far the platform's clock is ahead, in milliseconds: a contact is sent one code a minute. */
  let ahead = 0
  const players: Player[] = []

  beforeAll(async () => {
    world = await startInProcess({
      url: await server.fresh(),
      settings: {
        ...manyAllowed,
        // They sit at private tables from sessions that have only begun.
        PRIVATE_PROOF_HOURS: '0',
      },
      ahead: () => ahead,
    })
  })
  afterAll(async () => {
    for (const player of players) player.leave()
    await world?.close()
  })

  /** A device that signs in to an account, and the tabs that are open there. */
  const device = async (contact: string, tabs: number) => {
    const deviceId = hex(16)
    const { id, token } = await signInByCode(world.address, { contact, deviceId })
    ahead += 61_000
    const headers = bearer(token)
    const open: Player[] = []
    for (let nth = 0; nth < tabs; nth++)
      open.push(await connectPlayer(world.address, deviceId, undefined, token))
    players.push(...open)
    return {
      id,
      tabs: open,
      get: (path: string) => get(world.address, path, headers),
      post: (path: string, body: object) => post(world.address, path, body, { headers }),
      state: async () => playStateSchema.parse((await get(world.address, 'user/play', headers)).data),
      must: (path: string, body: object) => posted(world.address, path, body, { headers }),
    }
  }
  /** An account with 1,000 coins, in two tabs of one device and one of another. */
  const everywhere = async (contact: string) => {
    const [laptop, phone] = [await device(contact, 2), await device(contact, 1)]
    await fund(world.db, laptop.id, 'coin', 1_000n)
    return { id: laptop.id, laptop, phone, tabs: [...laptop.tabs, ...phone.tabs] }
  }
  const sit = async (player: Player, matchId: MatchId) => {
    const [ref, seed] = [hex(16), hex(32)]
    return player.ask('match.sit', {
      matchId,
      commandId: hex(16),
      ref,
      commit: playerCommit(matchId, ref, seed),
    })
  }
  /** A private table for each of these people. */
  const tablesOf = async (contacts: readonly string[]): Promise<MatchId[]> => {
    const tables: MatchId[] = []
    for (const contact of contacts) {
      const host = await device(contact, 1)
      const asked = await host.tabs[0]?.ask('lobby.host', duel)
      tables.push(matchIdSchema.parse(asked?.data?.matchId))
    }
    return tables
  }
  const heldOf = async (playerId: string) =>
    (await world.db.query('select held_coin from player_balance where player_id = $1', [playerId])).rows[0]
      ?.held_coin
  const lastSeat = (player: Player) => told(player, 'seated').at(-1)

  test('a limit that is set in one tab holds in all, and lowered on the phone takes the seat back', async () => {
    const me = await everywhere('anna@home.example')
    const tables = await tablesOf(['ben@home.example', 'cem@home.example', 'dora@home.example'])
    await me.laptop.must('user/play/limit', { kind: 'loss', period: 'day', amount: '100' })
    const sat = await Promise.all(
      me.tabs.map((tab, nth) => {
        const matchId = tables[nth]
        if (!matchId) throw new Error('there is no table')
        return sit(tab, matchId)
      }),
    )
    expect(sat.map(({ code }) => code).sort()).toEqual([1305, 1305, 200])
    expect(await heldOf(me.id)).toBe(100n)
    await me.phone.must('user/play/limit', { kind: 'loss', period: 'week', amount: '99' })
    expect(await heldOf(me.id)).toBe(0n)
    for (const tab of me.tabs)
      await expect.poll(() => lastSeat(tab), { timeout: 60_000 }).toMatchObject({ seated: null })
    for (const tab of me.tabs)
      expect(await tab.ask('lobby.find', duel)).toMatchObject({
        code: 1703,
        data: { limit: 'loss', period: 'week', left: '99' },
      })
    const { limits } = await me.laptop.state()
    expect(
      limits.flatMap(({ kind, period, amount }) => (amount ? [`${kind} ${period} ${amount}`] : [])),
    ).toEqual(['loss day 100', 'loss week 99'])
  })

  test('a break that is begun on the phone stops what all of them do at that moment, and no withdrawal', async () => {
    const me = await everywhere('emil@home.example')
    const tables = await tablesOf(['fay@home.example', 'gus@home.example'])
    const asked = { method: 'alipay', currency: 'CNY', amount: '1000' }
    const { total, terms } = depositPreviewSchema.parse(await me.phone.must('wallet/deposit/preview', asked))
    const usual = { ...asked, total, accepted: terms }
    const all = [
      ...Array.from({ length: 12 }, async (_, nth) => {
        const [tab, matchId] = [me.tabs[nth % me.tabs.length], tables[nth % tables.length]]
        if (!tab || !matchId) throw new Error('there is no table')
        return (await sit(tab, matchId)).code
      }),
      ...Array.from({ length: 12 }, async (_, nth) => {
        const from = nth % 2 ? me.laptop : me.phone
        return (await from.post('wallet/deposit', { ...usual, key: randomUUID() })).code
      }),
    ]
    await me.phone.must('user/play/break', { kind: 'self-exclusion', days: 180 })
    const counted = async () => ({
      seats: (await world.db.query('select from seated where player_id = $1', [me.id])).count,
      orders: (await world.db.query('select from wallet_order where player_id = $1', [me.id])).count,
    })
    const atAnswer = await counted()
    const codes = await Promise.all(all)
    for (const code of codes) expect([200, 1305, 1605, 1702]).toContain(code)
    expect(await counted()).toEqual({ ...atAnswer, seats: 0 })
    expect(await heldOf(me.id)).toBe(0n)
    for (const { state } of [me.laptop, me.phone]) {
      const { break: pause } = await state()
      expect(pause).toMatchObject({ kind: 'self-exclusion', endsAt: expect.any(Number) })
      for (const tab of me.tabs) {
        const { code, data } = await tab.ask('lobby.find', duel)
        expect([code, playPausedSchema.parse(data)]).toEqual([
          1702,
          { kind: 'self-exclusion', until: pause?.endsAt },
        ])
      }
    }
    expect(await me.laptop.post('user/play/break', { kind: 'time-out', days: 30 })).toMatchObject({
      code: 1001,
    })
    expect(await me.laptop.get('wallet/withdraw')).toMatchObject({ code: 200, data: { available: '1000' } })
  })
})
