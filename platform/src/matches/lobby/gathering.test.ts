import type { Gathering } from '@minefall/shared/contracts/bus'
import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import type { Seeker } from './apart.ts'
import { type GatheringView, type QueueName, viewGathering } from './gathering.ts'

const queue: QueueName = { gameId: 'mines-duel', stake: '100', asset: 'coin' }
const other: QueueName = { ...queue, stake: '10' }
const idOf = (number: number) => matchIdSchema.parse(number.toString(16).padStart(32, '0'))

const told = (number: number, more: Partial<Gathering> = {}): Gathering => ({
  ...queue,
  matchId: idOf(number),
  serverCommit: 'ab'.repeat(32),
  seats: 3,
  open: true,
  seated: [],
  capped: [],
  kept: [],
  ...more,
})

/** Someone kept apart from no one. */
const seeker = (playerId: string, more: Partial<Seeker> = {}): Seeker => ({
  playerId,
  addressGroup: null,
  tiedAt: new Set(),
  nearAt: new Map(),
  rating: null,
  ...more,
})

const chosen = (view: GatheringView, playerId: string, now: number, of = queue) =>
  view.choose(of, seeker(playerId), now).match?.matchId ?? null

describe('the gathering matches of a queue', () => {
  it('are filled one after another, the fullest first, and of two alike the one known longer', () => {
    const view = viewGathering(2)
    for (const number of [1, 2, 3]) view.hear(told(number), 0)
    expect(chosen(view, 'mai', 0)).toBe(idOf(1))
    view.hear(told(3, { seated: ['an'] }), 1)
    expect(chosen(view, 'mai', 1)).toBe(idOf(3))
    view.hear(told(3, { seated: ['an', null, 'binh'] }), 2)
    expect(chosen(view, 'mai', 2)).toBe(idOf(1))
    // What is reported again stays in its place.
    view.hear(told(1), 3)
    expect(chosen(view, 'mai', 3)).toBe(idOf(1))
    expect(chosen(view, 'mai', 3, other)).toBeNull()
  })

  it('leave a seat for two seconds to anyone who was sent there, until they sit or ask again', () => {
    const view = viewGathering(2)
    view.hear(told(1), 0)
    for (const player of ['an', 'binh', 'mai']) view.send(told(1), seeker(player), 0)
    expect(chosen(view, 'mai', 1_000)).toBe(idOf(1))
    expect(chosen(view, 'chi', 1_000)).toBeNull()
    view.hear(told(1, { seated: ['an', 'binh'] }), 1_500)
    expect(chosen(view, 'chi', 1_999)).toBeNull()
    expect(chosen(view, 'chi', 2_000)).toBe(idOf(1))
    // Who was sent to a match that is not known is expected nowhere.
    view.send(told(2), seeker('chi'), 2_000)
    view.hear(told(2), 2_000)
    for (const player of ['an', 'binh']) view.send(told(2), seeker(player), 2_000)
    expect(chosen(view, 'dung', 2_000)).toBe(idOf(1))
  })

  it('withhold a seat for half a minute from a player who missed theirs, and offer it last', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seats: 2, seated: ['an'] }), 0)
    view.send(told(1), seeker('mai'), 0)
    // Asking again and again keeps no seat for longer.
    view.send(told(1), seeker('mai'), 1_900)
    expect(chosen(view, 'chi', 1_999)).toBeNull()
    expect(chosen(view, 'chi', 2_000)).toBe(idOf(1))
    for (let at = 2_000; at < 32_000; at += 1_000) {
      view.hear(told(1, { seats: 2, seated: ['an'] }), at)
      expect(chosen(view, 'mai', at)).toBe(idOf(1))
      view.send(told(1), seeker('mai'), at)
      expect(chosen(view, 'chi', at)).toBe(idOf(1))
    }
    view.hear(told(2), 31_000)
    expect(chosen(view, 'mai', 31_500)).toBe(idOf(2))
    expect(chosen(view, 'chi', 31_500)).toBe(idOf(1))
    view.hear(told(1, { seats: 2, seated: ['an'] }), 32_000)
    expect(chosen(view, 'mai', 32_000)).toBe(idOf(1))
    view.send(told(1), seeker('mai'), 32_000)
    expect(chosen(view, 'chi', 32_000)).toBe(idOf(2))
  })

  it('don’t penalize a player who took a seat and left again', () => {
    const view = viewGathering(2)
    view.hear(told(1), 0)
    view.send(told(1), seeker('mai'), 0)
    view.hear(told(1, { seated: ['mai'] }), 500)
    view.hear(told(1), 1_000)
    view.hear(told(2), 1_000)
    expect(chosen(view, 'mai', 2_500)).toBe(idOf(1))
  })

  it('skip a tied account and a third player of one address, seated or on the way', () => {
    const view = viewGathering(2)
    const near = (playerId: string, count = 0): Seeker =>
      seeker(playerId, { addressGroup: '203.0.113.7', nearAt: new Map([[idOf(1), count]]) })
    view.hear(told(1, { seats: 5, seated: ['an'] }), 0)
    expect(view.choose(queue, seeker('mai', { tiedAt: new Set([idOf(1)]) }), 0)).toEqual({
      match: null,
      apart: true,
    })
    expect(view.choose(queue, near('mai', 1), 0)).toMatchObject({ match: {}, apart: false })
    expect(view.choose(queue, near('mai', 2), 0)).toEqual({ match: null, apart: true })
    view.send(told(1), near('binh'), 0)
    expect(view.choose(queue, near('binh', 1), 0).match).not.toBeNull()
    expect(view.choose(queue, near('mai', 1), 0)).toEqual({ match: null, apart: true })
    view.hear(told(2), 0)
    expect(view.choose(queue, near('mai', 1), 0)).toMatchObject({ match: { matchId: idOf(2) }, apart: true })
    expect(chosen(view, 'chi', 0)).toBe(idOf(1))
  })

  it('keep the seats of those who agreed to a rematch, each counted once', () => {
    const view = viewGathering(2)
    const kept: Gathering['kept'] = [
      ['an', 10_000],
      ['binh', 10_000],
    ]
    view.hear(told(1, { seats: 2, kept }), 9_000)
    expect(chosen(view, 'chi', 9_000)).toBeNull()
    expect(chosen(view, 'an', 9_000)).toBe(idOf(1))
    view.send(told(1), seeker('an'), 9_000)
    view.hear(told(1, { seats: 3, kept, seated: ['binh'] }), 9_500)
    expect(chosen(view, 'chi', 9_500)).toBe(idOf(1))
    view.hear(told(1, { seats: 2, kept, seated: ['binh'] }), 9_600)
    expect(chosen(view, 'chi', 10_000)).toBeNull()
    expect(chosen(view, 'chi', 11_000)).toBe(idOf(1))
  })

  it('are no longer offered when their owner says so, or says nothing for three seconds', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['an'] }), 0)
    view.hear(told(2), 1_000)
    view.hear(told(1, { open: false }), 1_500)
    expect(chosen(view, 'mai', 1_500)).toBe(idOf(2))
    expect(chosen(view, 'mai', 3_999)).toBe(idOf(2))
    expect(chosen(view, 'mai', 4_000)).toBeNull()
  })

  it('send no one to whom they refused a seat for those who sit there', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['an'], capped: ['mai'] }), 0)
    expect(chosen(view, 'mai', 0)).toBeNull()
    expect(chosen(view, 'chi', 0)).toBe(idOf(1))
  })

  it('are what their owner told rather than what was read', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['an', 'binh', null] }), 0)
    view.learn(told(1), 0)
    view.learn(told(2, other), 0)
    expect(chosen(view, 'mai', 0)).toBeNull()
    expect(chosen(view, 'mai', 0, other)).toBe(idOf(2))
  })

  it('are what was read where their owner has told nothing for three seconds', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['an', 'binh', null] }), 0)
    view.learn(told(1), 2_999)
    expect(chosen(view, 'mai', 2_999)).toBeNull()
    view.learn(told(1), 3_000)
    expect(chosen(view, 'mai', 3_000)).toBe(idOf(1))
  })
})

describe('a crowd at a table', () => {
  const ratedOf = (rating: number) => (nth: number) => seeker(`${rating}-${nth}`, { rating })
  const [strong, weak] = [ratedOf(1_800), ratedOf(1_300)]
  const sentTo = (view: GatheringView, who: Seeker, now: number) =>
    view.choose(queue, who, now).match?.matchId ?? null
  /** Six people of a three-seat table came within a second, and one sits at its first match. */
  const crowded = () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['1800-0'], rating: 1_800 }), 0)
    for (let nth = 0; nth < 6; nth += 1) expect(sentTo(view, strong(nth), 1_000)).toBe(idOf(1))
    return view
  }

  it('sits down by rating: a second match is opened for those who are far from the first', () => {
    const view = crowded()
    expect(sentTo(view, weak(0), 2_000)).toBeNull()
    view.hear(told(2), 2_000)
    expect(sentTo(view, weak(0), 2_000)).toBe(idOf(2))
    view.hear(told(1, { seated: ['1800-0'], rating: 1_800 }), 2_500)
    view.hear(told(2, { seated: ['1300-0'], rating: 1_300 }), 2_500)
    expect(sentTo(view, weak(1), 3_000)).toBe(idOf(2))
    expect(sentTo(view, strong(7), 3_000)).toBe(idOf(1))
    // No third is opened for someone far from both.
    expect(sentTo(view, seeker('between', { rating: 1_560 }), 3_000)).toBe(idOf(1))
  })

  it('leaves no one waiting for nearness longer than twenty seconds', () => {
    const view = crowded()
    view.hear(told(2, { seated: ['1300-0'], rating: 1_300 }), 2_500)
    for (const now of [5_000, 7_500, 10_000, 12_500, 15_000, 17_500, 20_000]) {
      for (const number of [1, 2]) {
        const [who, rating] = number === 1 ? ['1800-0', 1_800] : ['1300-0', 1_300]
        view.hear(told(number, { seated: [String(who)], rating: Number(rating) }), now)
      }
      for (let nth = 0; nth < 7; nth += 1) {
        const to = sentTo(view, weak(nth), now)
        expect(to).toBe(now < 20_000 ? idOf(2) : idOf(1))
      }
    }
  })

  it('is what more people than two tables hold in twenty seconds make; fewer are sent to the fullest', () => {
    const view = viewGathering(2)
    view.hear(told(1, { seated: ['1800-0', '1800-1'], rating: 1_800 }), 0)
    view.hear(told(2, { seated: ['1300-0'], rating: 1_300 }), 0)
    for (let nth = 0; nth < 6; nth += 1) expect(sentTo(view, weak(nth), 0)).toBe(idOf(1))
    expect(sentTo(view, weak(6), 0)).toBe(idOf(2))
    for (const number of [1, 2]) view.hear(told(number, { seated: ['1800-0'], rating: 1_800 }), 20_000)
    view.hear(told(2, { seated: ['1300-0'], rating: 1_300 }), 20_000)
    expect(sentTo(view, weak(7), 20_000)).toBe(idOf(1))
    // Where ratings count for nothing there is no nearness.
    for (let nth = 0; nth < 9; nth += 1) expect(sentTo(view, seeker(`any-${nth}`), 20_000)).toBe(idOf(1))
  })
})
