import { bodyCode } from '@minefall/shared/contracts'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { manualClock } from '@minefall/shared/testing'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { fund } from '../../ledger/testing.ts'
import { duel, playMatch } from '../../matches/lobby/testing-accounts.ts'
import { type Guest, guestOf, type Stage, setStage } from '../../matches/testing.ts'
import { begin, day, openRewards } from '../testing.ts'

const pairCoinsMost = 200n
const midnight = begin + day / 2
/** Long enough before it for all that is of one day here. */
const evening = midnight - 5 * 60_000
/** More seats than are taken here, so that it gathers. */
const table = { ...duel, gameId: 'mines-classic' }
type Queue = Pick<BusRequest<'lobby.host'>, 'gameId' | 'stake' | 'asset'>
let stages = 0

describeDatabase('two accounts that move coins again and again', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })

  const openTable = async () => {
    const clock = manualClock(evening)
    const stage = await setStage(db, { clock, seed: ++stages, settings: { pairCoinsMost } })
    return { stage, rewards: await openRewards(db, { clock, pairCoinsMost }) }
  }
  type Rewards = Awaited<ReturnType<typeof openTable>>['rewards']

  /** Someone of age with coins to stake. */
  const someone = async (stage: Stage, rewards: Rewards): Promise<Guest> => {
    const id = await rewards.someone()
    await db.query(`update login_account set adult_at = $2, residence = 'DE' where player_id = $1`, [
      id,
      new Date(begin),
    ])
    await fund(db, id, 'coin', 1_000n)
    return guestOf(stage, id)
  }
  /** A separate match; only those who know of it sit there. */
  const openMatch = async (stage: Stage, host: Guest, queue: Queue = table): Promise<MatchId> => {
    const { data } = await stage.bus.request('lobby.host', { ...queue, playerId: host.id })
    return matchIdSchema.parse(data?.matchId)
  }
  /** Plays a match that the second one gives up, until it is counted. */
  const loseTo = async (stage: Stage, rewards: Rewards, winner: Guest, loser: Guest) => {
    const matchId = await openMatch(stage, winner, duel)
    await playMatch(stage, matchId, [winner, loser])
    await loser.leave(matchId)
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('settled')
    await rewards.count()
  }
  const coinsOf = async ({ id }: Guest) => (await balanceOf(db, id)).coin

  it('are refused a seat beside each other for the rest of the day, and no one else is', async () => {
    const { stage, rewards } = await openTable()
    const winner = await someone(stage, rewards)
    const loser = await someone(stage, rewards)
    const other = await someone(stage, rewards)
    await loseTo(stage, rewards, winner, loser)
    await loseTo(stage, rewards, winner, loser)

    for (const [first, second] of [
      [winner, loser],
      [loser, winner],
    ] as const) {
      const matchId = await openMatch(stage, first)
      expect((await first.sit(matchId)).code).toBe(bodyCode.ok)
      const before = await coinsOf(second)
      expect((await second.sit(matchId)).code).toBe(bodyCode.pairCapped)
      expect(await coinsOf(second)).toBe(before)
      // The seat is free for anyone who moved nothing with them.
      expect((await other.sit(matchId)).code).toBe(bodyCode.ok)
      for (const seated of [first, other]) await seated.leave(matchId)
      await stage.host.idle()
    }

    await stage.clock.advance(midnight - stage.clock.now())
    await stage.host.idle()
    const matchId = await openMatch(stage, winner)
    for (const one of [winner, loser]) expect((await one.sit(matchId)).code).toBe(bodyCode.ok)
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it('are sent to another open match by the same queue, where both wait for others', async () => {
    const { stage, rewards } = await openTable()
    const winner = await someone(stage, rewards)
    const loser = await someone(stage, rewards)
    const other = await someone(stage, rewards)
    for (let n = 0; n < 2; n++) await loseTo(stage, rewards, winner, loser)
    const find = async ({ id: playerId }: Guest) => {
      const { data } = await stage.bus.request('lobby.find', { ...table, playerId })
      return matchIdSchema.parse(data?.matchId)
    }
    const first = await find(winner)
    expect((await winner.sit(first)).code).toBe(bodyCode.ok)
    expect(await find(loser)).toBe(first)
    expect((await loser.sit(first)).code).toBe(bodyCode.pairCapped)
    const second = await find(loser)
    expect(second).not.toBe(first)
    expect((await loser.sit(second)).code).toBe(bodyCode.ok)
    // No one else is kept from either.
    expect([first, second]).toContain(await find(other))
    for (const seated of [winner, loser]) await seated.leave(seated === winner ? first : second)
    await stage.host.idle()
  })

  it('may go on where coins come back, and with bonus coins', async () => {
    const { stage, rewards } = await openTable()
    const one = await someone(stage, rewards)
    const other = await someone(stage, rewards)
    for (let n = 0; n < 3; n++) {
      await loseTo(stage, rewards, one, other)
      await loseTo(stage, rewards, other, one)
    }
    for (let n = 0; n < 2; n++) await loseTo(stage, rewards, one, other)
    for (const { id } of [one, other]) await fund(db, id, 'promo', 100n)
    const matchId = await openMatch(stage, one, { ...table, asset: 'promo' })
    for (const player of [one, other]) expect((await player.sit(matchId)).code).toBe(bodyCode.ok)
  })

  it('get one seat of two when both sit at once', async () => {
    const { stage, rewards } = await openTable()
    const winner = await someone(stage, rewards)
    const loser = await someone(stage, rewards)
    for (let n = 0; n < 2; n++) await loseTo(stage, rewards, winner, loser)
    for (let round = 0; round < 6; round++) {
      const matchId = await openMatch(stage, winner)
      const racing = round % 2 ? [winner, loser] : [loser, winner]
      const answers = await Promise.all(racing.map((player) => player.sit(matchId)))
      expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([
        bodyCode.ok,
        bodyCode.pairCapped,
      ])
      for (const player of racing) await player.leave(matchId)
      await stage.host.idle()
    }
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })
})
