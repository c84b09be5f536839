import type { MatchState } from '@minefall/shared/game'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import board from '../../i18n/locales/en-US/board.json'
import { formatList } from '../../lib/format.ts'
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

const teller = (seat: number | null) => ({
  seat,
  nameOf: (at: number) => (at === seat ? 'You' : (playerNames[at] ?? '?')),
  listOf: (names: readonly string[]) => formatList(names, 'en-US'),
})

/** What is said for a walk through states; urgent sentences are marked with `!`. */
const told = (states: readonly MatchState[], seat: number | null): string[] =>
  states.flatMap((next, index) =>
    story(states[index - 1] ?? null, next, teller(seat)).map(
      ({ key, values, urgent }) =>
        `${urgent ? '! ' : ''}${words.t(`board:${key}`, { ...values, pot: '300 trial coins' })}`,
    ),
  )

describe('the story of a match', () => {
  it('reads from the first turn to the pot', () => {
    const match = playedMatch({ seed: 4 })
    const order = match.state().order.map((seat) => playerNames[seat])
    const states = [
      match.state(),
      match.open('safe'),
      match.open('mine'),
      match.open('safe'),
      match.open('mine'),
    ]
    const log = told(states, null)
    expect(log).toEqual([
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
    const match = playedMatch({ seed: 4 })
    const [own = 0] = match.state().order
    const log = told([match.state(), match.open('safe'), match.open('safe'), match.open('safe')], own)
    expect(log.filter((line) => line.startsWith('! '))).toEqual([
      '! Your turn. 12 seconds.',
      '! Your turn. 12 seconds.',
    ])
    expect(log[1]).toMatch(/^You opened [A-D][1-4], \d mines? near\.$/)
  })

  it('says nothing twice: the same state again, or a change that is not of the match', () => {
    const match = playedMatch()
    const state = match.open('safe')
    expect(told([state, state, { ...state }], 0).length).toBe(told([state], 0).length)
  })

  it('sums up what was missed in one sentence and then tells whose turn it is', () => {
    const match = playedMatch({ seed: 4 })
    const before = match.state()
    for (let move = 0; move < 5; move += 1) match.open('safe')
    const log = told([before, match.state()], null).slice(1)
    expect(log).toHaveLength(2)
    expect(log[0]).toBe('You missed 5 moves.')
    expect(log[1]).toMatch(/^Turn: \w+\.$/)
  })

  it('tells the clock, and who is out by it', () => {
    const match = playedMatch({ seed: 9, seats: 2, rules: { mines: 1 } })
    const states = [match.state(), match.open('safe')]
    for (let turn = 0; turn < 6 && !match.state().result; turn += 1) states.push(match.expire())
    const log = told(states, null).join('\n')
    expect(log).toMatch(/Time ran out\. The clock opened [A-D][1-4] for \w+/)
    expect(log).toMatch(/The match is over\./)
  })

  it('tells who left, without inventing a move', () => {
    const match = playedMatch()
    const before = match.state()
    const seat = before.order[2] ?? 0
    const after = match.run({ type: 'leave', at: 500, seat })
    expect(told([before, after], null).slice(1)).toEqual([`Out, left the match: ${playerNames[seat]}.`])
  })

  it('tells a new board and time given back', () => {
    const match = playedMatch({ rules: { mines: 14 } })
    match.open('safe')
    const before = match.state()
    const next = match.open('safe')
    expect(told([before, next], null)).toContain('Board 2 starts. All tiles are closed again.')
    const turn = next.turn?.turn ?? 0
    const later = match.run({ type: 'compensate', at: 2000, turn, ms: 3200, cause: 'edge' })
    expect(told([next, later], null).at(-1)).toMatch(/^3 seconds returned to \w+\.$/)
  })

  it('joins the names of those who share the pot as the language does, ours first', () => {
    const match = playedMatch({ seats: 3, rules: { w: 2, h: 2, mines: 1, boards: 1 } })
    const before = match.state()
    for (let tile = 0; tile < 3; tile += 1) match.open('safe')
    expect(told([before, match.state()], 1).at(-1)).toBe(
      'The boards ran out. You, Oro, and Mai share the pot.',
    )
  })

  it('tells the table filling and the seal', () => {
    const gathering = playedMatch({ until: 'gathering' }).state()
    const locking = playedMatch({ until: 'locking' }).state()
    const log = told([gathering, { ...locking, matchId: gathering.matchId }], 0)
    expect(log).toEqual([
      'Fox joined. 1 seat open.',
      'Oro joined.',
      'The table is full. Setting up the board.',
    ])
  })
})
