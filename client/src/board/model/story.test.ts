import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import board from '../../i18n/locales/en-US/board.json'
import { formatList } from '../../lib/format.ts'
import { type Fact, jumped } from '../../machines/match/facts.ts'
import { playedMatch, playerNames } from './played-match.ts'
import { story } from './story.ts'

const words = i18next.createInstance({
  lng: 'en-US',
  ns: ['board'],
  defaultNS: 'board',
  resources: { 'en-US': { board } },
  interpolation: { escapeValue: false },
})
await words.init()

const teller = (seat: number | null, now = 0) => ({
  seat,
  now: () => now,
  nameOf: (at: number) => (at === seat ? 'You' : (playerNames[at] ?? '?')),
  listOf: (names: readonly string[]) => formatList(names, 'en-US'),
})

/** What is said of facts; urgent sentences are marked with `!`. */
const told = (facts: readonly Fact[], seat: number | null, now = 0): string[] =>
  facts.flatMap((fact) =>
    story(fact, teller(seat, now)).map(
      ({ key, values, urgent }) =>
        `${urgent ? '! ' : ''}${words.t(`board:${key}`, { ...values, pot: '300 trial coins' })}`,
    ),
  )

/** A match that has just started, told up to here. */
const started = (setup: Parameters<typeof playedMatch>[0]) => {
  const match = playedMatch(setup)
  match.news()
  return match
}

describe('the story of a match', () => {
  it('reads from the first turn to the pot', () => {
    const match = started({ seed: 4 })
    const order = match.state().order.map((seat) => playerNames[seat])
    const first = jumped(null, match.state())
    for (const what of ['safe', 'mine', 'safe', 'mine'] as const) match.open(what)
    expect(told([first, ...match.news()], null)).toEqual([
      `Turn: ${order[0]}.`,
      expect.stringMatching(new RegExp(`^${order[0]} opened [A-D][1-4], \\d mines? near\\.$`)),
      `Turn: ${order[1]}.`,
      expect.stringMatching(new RegExp(`^${order[1]} opened [A-D][1-4]\\. A mine\\. Out: ${order[1]}\\.$`)),
      `Turn: ${order[2]}.`,
      expect.stringMatching(new RegExp(`^${order[2]} opened [A-D][1-4], \\d mines? near\\.$`)),
      `Turn: ${order[0]}.`,
      expect.stringMatching(new RegExp(`^${order[0]} opened [A-D][1-4]\\. A mine\\. Out: ${order[0]}\\.$`)),
      `The match is over. ${order[2]} takes the pot of 300 trial coins.`,
    ])
  })

  it('breaks in for our own turn alone', () => {
    const match = started({ seed: 4 })
    const [own = 0] = match.state().order
    const first = jumped(null, match.state())
    for (let move = 0; move < 3; move += 1) match.open('safe')
    const log = told([first, ...match.news()], own)
    expect(log.filter((line) => line.startsWith('! '))).toEqual([
      '! Your turn. 12 seconds.',
      '! Your turn. 12 seconds.',
    ])
    expect(log[1]).toMatch(/^You opened [A-D][1-4], \d mines? near\.$/)
  })

  it('says nothing of a jump to where it stood already', () => {
    const match = started({})
    const state = match.open('safe')
    expect(told([jumped(state, state), jumped(match.state(), { ...state })], 0)).toEqual([])
  })

  it('sums up what was missed in one sentence and then tells whose turn it is', () => {
    const match = started({ seed: 4 })
    const before = match.state()
    for (let move = 0; move < 5; move += 1) match.open('safe')
    const log = told([jumped(before, match.state())], null)
    expect(log).toHaveLength(2)
    expect(log[0]).toBe('You missed 5 moves.')
    expect(log[1]).toMatch(/^Turn: \w+\.$/)
  })

  it('tells what is left of our turn where we come back to it', () => {
    const match = started({ seed: 4 })
    const before = match.state()
    const [own = 0] = before.order
    const states = [1, 2, 3].map(() => match.open('safe'))
    const end = states[2]?.turn?.deadline ?? 0
    expect(told([jumped(before, match.state())], own, end - 3_400)).toEqual([
      'You missed 3 moves.',
      '! Your turn. 4 seconds.',
    ])
    expect(told([jumped(states[1] ?? before, match.state())], own, end - 900)).toEqual([
      'You missed 1 move.',
      '! Your turn. 1 second.',
    ])
  })

  it('tells the clock, and who is out by it', () => {
    const match = started({ seed: 9, seats: 2, rules: { mines: 1 } })
    match.open('safe')
    for (let turn = 0; turn < 6 && !match.state().result; turn += 1) match.expire()
    const log = told(match.news(), null).join('\n')
    expect(log).toMatch(/Time ran out\. The clock opened [A-D][1-4] for \w+/)
    expect(log).toMatch(/The match is over\./)
  })

  it('tells who left, without inventing a move', () => {
    const match = started({})
    const seat = match.state().order[2] ?? 0
    match.run({ type: 'leave', at: 500, seat })
    expect(told(match.news(), null)).toEqual([`Out, left the match: ${playerNames[seat]}.`])
  })

  it('tells a new board and time given back', () => {
    const match = started({ rules: { mines: 7, openers: 8, fade: 6, rise: 1 } })
    const next = match.open('safe')
    const log = told(match.news(), null)
    expect(log).toContain('Board 2 starts with 8 mines.')
    expect(log[log.indexOf('Board 2 starts with 8 mines.') + 1]).toMatch(
      /^Opened by the house \(mines near\): [A-D][1-4] \(\d\) and [A-D][1-4] \(\d\)\.$/,
    )
    match.run({ type: 'compensate', at: 2000, turn: next.turn?.turn ?? 0, ms: 3200, cause: 'edge' })
    expect(told(match.news(), null).at(-1)).toMatch(/^\w+ got 3 seconds back\.$/)
  })

  it('joins the names of those who share the pot as the language does, ours first', () => {
    const match = started({ seats: 3, rules: { w: 2, h: 2, mines: 1, boards: 1 } })
    for (let tile = 0; tile < 3; tile += 1) match.open('safe')
    expect(told(match.news(), 1).at(-1)).toBe('The boards ran out. You, Oro, and Mai share the pot.')
  })

  it('tells what the house opened before the first turn, also to one who hears of it late', () => {
    const match = playedMatch({ rules: { openers: 1, fade: 0, rise: 0 } })
    const first = [
      expect.stringMatching(/^Opened by the house \(mines near\): [A-D][1-4] \(\d\)\.$/),
      expect.stringMatching(/^Turn: /),
    ]
    expect(told(match.news(), null).slice(-3)).toEqual(['The match starts with 3 players.', ...first])
    expect(told([jumped(null, match.state())], null)).toEqual(first)
  })

  it('tells the table filling and the seal', () => {
    const log = told(playedMatch({ until: 'locking' }).news(), 0)
    expect(log).toEqual([
      'You joined. 2 seats open.',
      'Fox joined. 1 seat open.',
      'Oro joined.',
      'The table is full. Setting up the board.',
    ])
  })

  it('names who left the table', () => {
    const match = playedMatch({ until: 'gathering' })
    match.run({ type: 'stand', at: 1, seat: 0, reason: 'left' })
    expect(told(match.news(), null).at(-1)).toBe('Mai left the table.')
  })
})
