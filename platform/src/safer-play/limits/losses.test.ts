import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { clean, type OpenTables, openTables, outcomeOf, queues, type TablePlayer } from '../testing-tables.ts'
import { readLimits } from './read-limits.ts'

const refused = (left: string, period = 'day') => ({ code: 1703, data: { limit: 'loss', period, left } })
/** Ten seconds before a day, a week and a month end together. */
const lastSeconds = Date.UTC(2026, 4, 31, 23, 59, 50)

const usedOf = async ({ stage, clock }: OpenTables, { id: playerId }: TablePlayer) => {
  const limits = await readLimits(stage.db, { playerId, now: clock.now(), limitRaiseMs: 0 })
  return limits.flatMap(({ kind, used }) => (kind === 'loss' ? [used] : []))
}

describeDatabase('loss limits', (open) => {
  it('refuse a stake that could pass them, by whatever way it is asked for', async () => {
    const at = await openTables(await open())
    const [me, rich] = [await at.player(), await at.player()]
    await me.limit('day', 250n)
    await at.duel(me, rich)
    const last = await at.duel(me, rich)
    expect(outcomeOf(await me.ask('duel'))).toEqual(refused('50'))
    for (const request of ['lobby.find', 'lobby.host'] as const)
      expect(outcomeOf(await at.bus.request(request, { ...queues.duel, playerId: me.id }))).toEqual(
        refused('50'),
      )
    expect(outcomeOf(await at.bus.request('match.rematch', { playerId: me.id, matchId: last }))).toEqual(
      refused('50'),
    )
    const theirs = await rich.join('duel')
    expect(outcomeOf(await me.sit(theirs))).toEqual(refused('50'))
    expect([await at.seatsOf(me.id), await at.heldOf(me.id)]).toEqual([0, 0n])
    // Bonus coins and trial coins are worth nothing.
    expect((await me.ask('bonus')).code).toBe(200)
    expect((await me.ask('trial')).code).toBe(200)
    expect(await at.ledger()).toEqual(clean)
  })

  it('are made good by what is won, and not raised by it', async () => {
    const at = await openTables(await open())
    const [me, rich] = [await at.player(), await at.player()]
    await me.limit('week', 100n)
    await at.duel(rich, me)
    expect(await usedOf(at, me)).toEqual(['0', '0', '0'])
    const more = { ...queues.duel, stake: '1000', playerId: me.id }
    expect(outcomeOf(await at.bus.request('lobby.find', more))).toEqual(refused('100', 'week'))
    await at.duel(me, rich)
    expect(await at.lost(me.id)).toEqual({ '2026-03-04': 0n })
    await at.duel(me, rich)
    expect(outcomeOf(await me.ask('duel'))).toEqual(refused('0', 'week'))
    // The one with the least left is named.
    await me.limit('month', 150n)
    expect(outcomeOf(await me.ask('duel'))).toEqual(refused('0', 'week'))
    expect(await usedOf(at, me)).toEqual(['100', '100', '100'])
  })

  it('hold to the coin while matches go on without those who are out of them, against sits at many tables at once', async () => {
    const at = await openTables(await open())
    const me = await at.player()
    await me.limit('month', 250n)
    /** A private table where three wait for a fourth. */
    const table = async () => {
      const [host, ...friends] = [await at.player(), await at.player(), await at.player()]
      const asked = await at.bus.request('lobby.host', { ...queues.four, playerId: host.id })
      const matchId = matchIdSchema.parse(asked.data?.matchId)
      const seats = [host, ...friends].map(async (one) => ({ one, seed: (await one.sit(matchId)).seed }))
      return { matchId, seats: await Promise.all(seats) }
    }
    for (let staked = 100n; staked <= 200n; staked += 100n) {
      const tables = await Promise.all([table(), table()])
      const sat = await Promise.all(tables.map(({ matchId }) => me.sit(matchId)))
      expect(new Set(sat.map(({ code }) => code))).toEqual(new Set([200, 1305]))
      const taken = sat.findIndex(({ code }) => code === 200)
      const [chosen, mine] = [tables[taken], sat[taken]]
      if (!chosen || !mine) throw new Error('no seat was taken')
      const { matchId, seats } = chosen
      await at.stage.host.idle()
      for (const { one, seed } of [...seats, { one: me, seed: mine.seed }]) await one.reveal(matchId, seed)
      await at.stage.host.idle()
      // Out of it, and it goes on: what is staked counts as lost until it comes back.
      await me.leave(matchId)
      await at.stage.host.idle()
      expect(at.stage.match(matchId).phase).toBe('playing')
      expect(await at.lost(me.id)).toEqual({ '2026-03-04': staked })
    }
    const tables = await Promise.all([table(), table()])
    const sat = await Promise.all(tables.map(({ matchId }) => me.sit(matchId)))
    for (const answer of sat) expect(outcomeOf(answer)).toEqual(refused('50', 'month'))
    expect(await at.ledger()).toEqual(clean)
  })

  it('count nothing of a match that is voided', async () => {
    const at = await openTables(await open())
    const [me, rich] = [await at.player(), await at.player()]
    await me.limit('day', 100n)
    const matchId = await at.begin('duel', [me, rich])
    expect(await usedOf(at, me)).toEqual(['100', '100', '100'])
    await at.stage.restart(400_000)
    expect(at.stage.match(matchId).phase).toBe('voided')
    expect(await usedOf(at, me)).toEqual(['0', '0', '0'])
    expect((await me.ask('duel')).code).toBe(200)
  })

  it('start over with the day, the week and the month', async () => {
    const at = await openTables(await open(), { now: lastSeconds })
    const rich = await at.player()
    const people = []
    for (const period of ['day', 'week', 'month'] as const) {
      const me = await at.player()
      await me.limit(period, 100n)
      await at.duel(me, rich)
      expect(outcomeOf(await me.ask('duel'))).toEqual(refused('0', period))
      people.push(me)
    }
    await at.stage.pass(lastSeconds + 10_000 - at.clock.now())
    for (const me of people) {
      expect(await usedOf(at, me)).toEqual(['0', '0', '0'])
      expect((await me.ask('duel')).code).toBe(200)
    }
  })

  it('are those of the day in which the match begins, and hold there too', async () => {
    const at = await openTables(await open(), { now: lastSeconds })
    const [me, rich] = [await at.player(), await at.player()]
    await me.limit('day', 100n)
    // A gain of the day before is no reason for a higher stake that begins after midnight.
    await at.duel(rich, me)
    const more = { ...queues.duel, stake: '1000', playerId: me.id }
    expect((await at.bus.request('lobby.find', more)).code).toBe(1703)
    const matchId = matchIdSchema.parse((await me.ask('duel')).data?.matchId)
    const mine = await me.sit(matchId)
    await at.stage.pass(lastSeconds + 10_000 - at.clock.now())
    const theirs = await rich.sit(matchId)
    await at.stage.host.idle()
    await me.reveal(matchId, mine.seed)
    await rich.reveal(matchId, theirs.seed)
    await at.stage.host.idle()
    expect(await at.lost(me.id)).toEqual({ '2026-05-31': -100n, '2026-06-01': 100n })
    expect(await usedOf(at, me)).toEqual(['100', '100', '100'])
  })

  it('open nothing when the clock is set back between the seat and the start', async () => {
    const at = await openTables(await open(), { now: lastSeconds })
    const [me, rich] = [await at.player(), await at.player()]
    await me.limit('day', 100n)
    await at.duel(me, rich)
    await at.stage.pass(lastSeconds + 10_000 - at.clock.now())
    const matchId = matchIdSchema.parse((await me.ask('duel')).data?.matchId)
    const mine = await me.sit(matchId)
    await at.clock.advance(-3_600_000)
    const theirs = await rich.sit(matchId)
    await at.stage.host.idle()
    await me.reveal(matchId, mine.seed)
    await rich.reveal(matchId, theirs.seed)
    await at.stage.host.idle()
    expect(at.stage.match(matchId).phase).toBe('playing')
    expect(await at.lost(me.id)).toEqual({ '2026-05-31': 100n, '2026-06-01': 100n })
    // And what is lost on a day to come is lost.
    expect(await usedOf(at, me)).toEqual(['200', '200', '200'])
    await me.leave(matchId)
    await at.stage.host.idle()
    expect(outcomeOf(await me.ask('duel'))).toEqual(refused('0'))
  })
})
