import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import {
  clean,
  type OpenTables,
  openTables,
  outcomeOf,
  type QueueName,
  queues,
  type TablePlayer,
} from '../testing-tables.ts'
import { readPrivateLoss } from './read-limits.ts'

const most = 250n
const settings = { privateLossMost: most }
const midnight = Date.UTC(2026, 2, 5)
const refused = { code: 1707, data: { left: '50', endsAt: midnight } }

const ask = (at: OpenTables, { id }: TablePlayer, queue: QueueName = 'duel') =>
  at.bus.request('lobby.host', { ...queues[queue], playerId: id })

/** A private table of this player's. */
const host = async (at: OpenTables, player: TablePlayer, queue: QueueName = 'duel'): Promise<MatchId> =>
  matchIdSchema.parse((await ask(at, player, queue)).data?.matchId)

/** Seats these people there and lets the match begin. */
const begin = async (at: OpenTables, matchId: MatchId, people: readonly TablePlayer[]) => {
  const seeds = []
  for (const one of people) seeds.push(await one.sit(matchId))
  expect(seeds.map(({ code }) => code)).toEqual(people.map(() => 200))
  await at.stage.host.idle()
  for (const [index, one] of people.entries()) await one.reveal(matchId, seeds[index]?.seed ?? '')
  await at.stage.host.idle()
}

/** A private duel of one who leaves against another, who wins. */
const lose = async (at: OpenTables, loser: TablePlayer, winner: TablePlayer): Promise<MatchId> => {
  const matchId = await host(at, winner)
  await begin(at, matchId, [loser, winner])
  await loser.leave(matchId)
  await at.stage.host.idle()
  return matchId
}

const lostOf = async (at: OpenTables, { id: playerId }: TablePlayer) =>
  (await readPrivateLoss(at.stage.db, { playerId, now: at.clock.now(), most })).lost

describeDatabase('the loss at private tables in a day', (open) => {
  it('refuses a stake that could pass the most, by whatever way it is asked for', async () => {
    const at = await openTables(await open(), { settings })
    const [me, other, third] = [await at.player(), await at.player(), await at.player()]
    await lose(at, me, other)
    const last = await lose(at, me, third)
    expect(await lostOf(at, me)).toBe('200')
    expect(outcomeOf(await ask(at, me))).toEqual(refused)
    expect(outcomeOf(await at.bus.request('match.rematch', { playerId: me.id, matchId: last }))).toEqual(
      refused,
    )
    expect(outcomeOf(await me.sit(await host(at, other)))).toEqual(refused)
    expect([await at.seatsOf(me.id), await at.heldOf(me.id)]).toEqual([0, 0n])
    // A smaller stake, bonus coins and the tables of the lobby are open.
    const smaller = { ...queues.duel, stake: '10', playerId: me.id }
    expect((await at.bus.request('lobby.host', smaller)).code).toBe(200)
    expect((await ask(at, me, 'bonus')).code).toBe(200)
    expect((await me.ask('duel')).code).toBe(200)
    await at.duel(me, third)
    expect(await lostOf(at, me)).toBe('200')
    expect(await at.ledger()).toEqual(clean)
  })

  it('leaves players who reached the limit out of a rematch', async () => {
    const at = await openTables(await open(), { settings })
    const [me, other] = [await at.player(), await at.player()]
    await lose(at, me, other)
    const last = await lose(at, other, me)
    expect((await at.bus.request('match.rematch', { playerId: me.id, matchId: last })).code).toBe(200)
    await lose(at, me, await at.player())
    expect((await at.bus.request('match.rematch', { playerId: other.id, matchId: last })).code).toBe(200)
    await at.stage.host.idle()
    const told = at.stage.published.findLast(({ name, key }) => name === 'match.rematch' && key === last)
    expect(told?.payload).toMatchObject({ next: null })
  })

  it('is not reduced by wins there', async () => {
    const at = await openTables(await open(), { settings })
    const [me, other] = [await at.player(), await at.player()]
    await lose(at, me, other)
    await lose(at, other, me)
    await lose(at, me, other)
    expect([await lostOf(at, me), await lostOf(at, other)]).toEqual(['200', '100'])
    expect(outcomeOf(await ask(at, me))).toEqual(refused)
  })

  it('counts stakes in running matches, and lets only one of two concurrent seats through', async () => {
    const at = await openTables(await open(), { settings })
    const me = await at.player()
    /** Three people at a private table for four. */
    const table = async () => {
      const people = [await at.player(), await at.player(), await at.player()] as const
      const matchId = await host(at, people[0], 'four')
      const seats = []
      for (const one of people) seats.push({ one, seed: (await one.sit(matchId)).seed })
      return { matchId, seats }
    }
    for (const staked of ['100', '200']) {
      const tables = [await table(), await table()]
      const sat = await Promise.all(tables.map(({ matchId }) => me.sit(matchId)))
      expect(new Set(sat.map(({ code }) => code))).toEqual(new Set([200, 1305]))
      const taken = sat.findIndex(({ code }) => code === 200)
      const [chosen, mine] = [tables[taken], sat[taken]]
      if (!chosen || !mine) throw new Error('no seat was taken')
      await at.stage.host.idle()
      for (const { one, seed } of [...chosen.seats, { one: me, seed: mine.seed }])
        await one.reveal(chosen.matchId, seed)
      await at.stage.host.idle()
      await me.leave(chosen.matchId)
      await at.stage.host.idle()
      expect(at.stage.match(chosen.matchId).phase).toBe('playing')
      expect(await lostOf(at, me)).toBe(staked)
    }
    const { matchId } = await table()
    expect(outcomeOf(await me.sit(matchId))).toEqual(refused)
  })

  it('counts neither a seat that is left nor a match that is voided', async () => {
    const at = await openTables(await open(), { settings })
    const [me, other] = [await at.player(), await at.player()]
    await lose(at, me, other)
    for (let round = 0; round < 3; round += 1) {
      const matchId = await host(at, other)
      expect((await me.sit(matchId)).code).toBe(200)
      expect(await me.leave(matchId)).toBe(200)
    }
    expect(await lostOf(at, me)).toBe('100')
    const matchId = await host(at, other)
    await begin(at, matchId, [me, other])
    expect(await lostOf(at, me)).toBe('200')
    await at.stage.restart(400_000)
    expect(at.stage.match(matchId).phase).toBe('voided')
    expect(await lostOf(at, me)).toBe('100')
    await lose(at, me, other)
    expect(outcomeOf(await ask(at, me))).toEqual(refused)
  })

  it('resets at midnight UTC; a seat that waits past midnight counts on the day its match begins', async () => {
    const at = await openTables(await open(), { now: midnight - 10_000, settings })
    const [me, other] = [await at.player(), await at.player()]
    for (let round = 0; round < 2; round += 1) await lose(at, me, other)
    const evening = await host(at, other)
    expect(outcomeOf(await me.sit(evening))).toEqual(refused)
    const late = await at.player()
    const waiting = await host(at, late)
    const { seed } = await late.sit(waiting)
    await at.stage.pass(midnight - at.clock.now())
    expect(await lostOf(at, me)).toBe('0')
    const { seed: mine } = await me.sit(waiting)
    await at.stage.host.idle()
    for (const [one, its] of [
      [late, seed],
      [me, mine],
    ] as const)
      await one.reveal(waiting, its)
    await at.stage.host.idle()
    expect([await lostOf(at, late), await lostOf(at, me)]).toEqual(['100', '100'])
  })
})
