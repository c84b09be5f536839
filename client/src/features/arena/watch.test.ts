import type { Envelope } from '@minefall/shared/contracts'
import type { ArenaNews, ArenaPlayer, ArenaSeat, ArenaStandings } from '@minefall/shared/contracts/live'
import { matchIdSchema } from '@minefall/shared/game'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import type { LivePort } from '../../machines/connection/index.ts'
import { callMs, createArenaWatch, noteOf, ownOf, placesOf, stakeDue, waysOf } from './watch.ts'

const arenaId = '00000000-0000-4000-8000-0000000000aa'
const player = (nth: number, over: Partial<ArenaPlayer> = {}): ArenaPlayer => ({
  ...{ nth, name: `Player ${nth}`, avatar: 'cat-1', profile: null, status: 'ready', points: 0 },
  ...{ matches: 0, wins: 0, streak: 0, lastPointAt: null, match: null },
  ...over,
})
const standings = (version: number, players: ArenaPlayer[], over = {}): ArenaStandings => ({
  arena: {
    ...{ arenaId, plan: 'hourly', gameId: 'mines-clues', asset: 'promo', stake: '0', rakeBps: 0, pot: '0' },
    ...{ potMost: '300', players: 2, beginsAt: 0, endsAt: 1_200_000, finishedAt: null, canceledAt: null },
    ...over,
  },
  version,
  players,
})
const seat: ArenaSeat = {
  ...{ arenaId, matchId: matchIdSchema.parse('ab'.repeat(16)), gameId: 'mines-clues' },
  ...{ serverCommit: 'ee'.repeat(32), seats: 3 },
}

type Hear = Parameters<LivePort['listen']>[0]

const open = (
  first: object | null = { standings: standings(1, [player(1), player(2)]), own: { nth: 2, seat: null } },
) => {
  const clock = manualClock(1_000)
  const asked: (string | null)[] = []
  const sat: ArenaSeat[] = []
  const given = { answer: { code: 200, msg: '', data: first } as Envelope<never>, userId: 'the first' }
  const hearing: Hear[] = []
  const watch = createArenaWatch({
    port: {
      ask: async (_name, payload) => {
        asked.push('arenaId' in payload ? payload.arenaId : null)
        return given.answer
      },
      isUp: () => true,
      listen: (hear) => {
        hearing.push(hear)
        return () => undefined
      },
    },
    after: clock.after,
    now: clock.now,
    userId: () => given.userId,
    sit: (one) => sat.push(one),
  })
  const signal: Hear = (told) => {
    for (const hear of hearing) hear(told)
  }
  return {
    watch,
    clock,
    asked,
    sat,
    given,
    signal,
    news: (payload: object) =>
      signal({ type: 'arena', message: { name: 'arena', payload: payload as ArenaNews } }),
  }
}
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('the arena that a tab watches', () => {
  it('follows changes', async () => {
    const { watch, asked, news } = open()
    watch.start(arenaId)
    await settle()
    news({ kind: 'change', ...standings(2, [player(1, { points: 6, matches: 1 })]) })
    const watched = watch.current()
    expect(watched?.standings && placesOf(watched.standings).map(({ player: { nth } }) => nth)).toEqual([
      1, 2,
    ])
    // Told twice it changes nothing.
    news({ kind: 'change', ...standings(2, [player(1, { points: 12 })]) })
    expect(watch.current()).toBe(watched)
    // Several changes at once are one.
    news({ kind: 'change', ...standings(9, [player(2, { points: 3 })]) })
    expect(watch.current()?.standings).toMatchObject({ version: 9, players: [{ points: 6 }, { points: 3 }] })
    news({ nonsense: true })
    expect(watch.current()?.standings?.version).toBe(9)
    expect(asked).toEqual([arenaId])
  })

  it('calls a match once, three seconds before one sits down there', async () => {
    const { watch, clock, sat, news } = open()
    watch.start(arenaId)
    await settle()
    news({ kind: 'seat', ...seat })
    await clock.advance(1_000)
    // Told again, in the answer of a reconnect, it is the same call.
    news({ kind: 'seat', ...seat })
    await clock.advance(callMs - 1_001)
    expect(sat).toEqual([])
    await clock.advance(1)
    expect(sat).toEqual([seat])
    expect(watch.current()?.called).toBeNull()
  })

  it('is asked for again after the connection was away, and until there is an answer', async () => {
    const { watch, clock, asked, given, signal } = open(null)
    given.answer = { code: 1503, msg: '', data: null }
    watch.start(arenaId)
    await settle()
    await clock.advance(2_000)
    expect(asked).toHaveLength(2)
    given.answer = { code: 1404, msg: '', data: null }
    signal({ type: 'up' })
    await settle()
    expect(watch.current()?.isMissing).toBe(true)
    await clock.advance(10_000)
    expect(asked).toHaveLength(3)
  })

  it('calls a match whose call was lost while the connection held', async () => {
    const { watch, clock, sat, given, signal } = open()
    watch.start(arenaId)
    await settle()
    const called = { standings: standings(1, [player(1), player(2)]), own: { nth: 2, seat } }
    given.answer = { code: 200, msg: '', data: called as never }
    signal({ type: 'missed' })
    await settle()
    await clock.advance(callMs)
    expect(sat).toEqual([seat])
  })

  it('goes on while one waits for matches, wherever one is, and ends for those who watch', async () => {
    const { watch, asked, news } = open()
    watch.start(arenaId)
    await settle()
    watch.leave()
    expect(watch.current()).not.toBeNull()
    // Called in its last seconds: one leaves the page for the match.
    news({ kind: 'change', ...standings(2, [], { endsAt: 500 }) })
    watch.leave()
    expect(watch.current()).not.toBeNull()
    news({ kind: 'change', ...standings(3, [player(2, { status: 'paused' })]) })
    watch.leave()
    expect(watch.current()).toBeNull()
    expect(asked.at(-1)).toBeNull()
  })

  it('goes back to where one waits after another one was looked at, and hears its call there too', async () => {
    const { watch, clock, asked, sat, given, news } = open()
    const another = '00000000-0000-4000-8000-0000000000bb'
    watch.start(arenaId)
    await settle()
    watch.leave()
    given.answer = { code: 200, msg: '', data: { standings: standings(1, []), own: null } as never }
    watch.start(another)
    await settle()
    news({ kind: 'seat', ...seat })
    await clock.advance(callMs)
    expect(sat).toEqual([seat])
    watch.leave()
    expect(asked).toEqual([arenaId, another, arenaId])
    await settle()
    // By then one has left that one as well.
    watch.leave()
    expect(asked.at(-1)).toBeNull()
  })

  it('keeps a call when one opens another arena, or comes back', async () => {
    const { watch, clock, sat, given, news } = open()
    const another = '00000000-0000-4000-8000-0000000000bb'
    watch.start(arenaId)
    await settle()
    news({ kind: 'seat', ...seat })
    await clock.advance(1_000)
    given.answer = { code: 200, msg: '', data: { standings: standings(1, []), own: null } as never }
    watch.start(another)
    await settle()
    expect(watch.current()).toMatchObject({ arenaId: another, called: { seat } })
    await clock.advance(1_000)
    watch.leave()
    await clock.advance(callMs - 2_001)
    expect(sat).toEqual([])
    await clock.advance(1)
    expect(sat).toEqual([seat])
    expect(watch.current()?.called).toBeNull()
  })

  it('calls no one to the match of the account before, once someone else has signed in', async () => {
    const { watch, clock, sat, given, news, signal } = open()
    watch.start(arenaId)
    await settle()
    news({ kind: 'seat', ...seat })
    given.userId = 'the next'
    await clock.advance(callMs)
    expect(sat).toEqual([])
    expect(watch.current()?.called).toBeNull()
    // Their own call comes all the same, of the same match too.
    given.answer = {
      code: 200,
      msg: '',
      data: { standings: standings(1, []), own: { nth: 1, seat } } as never,
    }
    signal({ type: 'up' })
    await settle()
    await clock.advance(callMs)
    expect(sat).toEqual([seat])
  })

  it('takes no answer that was on its way to the account before', async () => {
    const { watch, clock, sat, given } = open({ standings: standings(1, []), own: { nth: 2, seat } })
    watch.start(arenaId)
    given.userId = 'the next'
    await settle()
    expect(watch.current()?.own).toBeNull()
    await clock.advance(callMs)
    expect(sat).toEqual([])
  })

  it('goes back to no arena where the account before waits', async () => {
    const { watch, asked, given, signal } = open()
    watch.start(arenaId)
    await settle()
    given.answer = { code: 200, msg: '', data: { standings: standings(1, []), own: null } as never }
    watch.start('00000000-0000-4000-8000-0000000000bb')
    await settle()
    given.userId = 'the next'
    signal({ type: 'up' })
    await settle()
    watch.leave()
    expect(watch.current()).toBeNull()
    expect(asked.at(-1)).toBeNull()
  })

  it('says what one can do', () => {
    const watched = (over: object, status?: ArenaPlayer['status']) => ({
      ...{ arenaId, isMissing: false, called: null, own: status ? { nth: 1, seat: null } : null },
      standings: standings(1, status ? [player(1, { status })] : [], over),
    })
    expect(waysOf(watched({}), 1)).toEqual({ phase: 'running', way: 'join' })
    expect(waysOf(watched({}), 1_199_999)).toEqual({ phase: 'running', way: null })
    expect(waysOf(watched({}, 'ready'), 1)).toEqual({ phase: 'running', way: 'pause' })
    expect(waysOf(watched({}, 'paused'), 1_199_999)).toEqual({ phase: 'running', way: 'go-on' })
    expect(waysOf(watched({}, 'ready'), 1_200_000)).toEqual({ phase: 'ending', way: null })
    expect(waysOf(watched({ beginsAt: 1_000_000 }), 1)).toEqual({ phase: 'announced', way: null })
    expect(ownOf(watched({}, 'ready'))?.nth).toBe(1)
    const canceled = { phase: 'canceled', way: null } as const
    expect(waysOf(watched({ canceledAt: 5 }), 6)).toEqual(canceled)
    expect([noteOf(watched({ stake: '100' }), canceled), noteOf(watched({}), canceled)]).toEqual([
      'canceled',
      null,
    ])
  })

  it('asks no stake again of one who has left after a match there: it is in the pot', () => {
    const left = (matches: number, stake = '100') => ({
      ...{ arenaId, isMissing: false, called: null, own: { nth: 1, seat: null } },
      standings: standings(1, [player(1, { status: 'left', matches })], { stake }),
    })
    expect([left(0), left(1), left(0, '0')].map(stakeDue)).toEqual(['100', '0', '0'])
    expect(stakeDue({ ...left(1), own: null })).toBe('100')
  })
})
