import { chooseTile } from '@minefall/shared/game'
import { seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { clueOf } from '../../../board/model/practice.ts'
import { certainTile, choices, type Lesson, newLesson, teach } from './lesson.ts'

const next = (lesson: Lesson) => teach(lesson, { type: 'next' }).lesson
const press = (lesson: Lesson, tile: number) => teach(lesson, { type: 'press', tile }).lesson
const certain = next(newLesson())
const odds = next(press(certain, certainTile))

/** How often each closed tile is mined, of all layouts of four mines that show the same clues: counted one by one. */
const risksOf = ({ state: { board, rules } }: Lesson): ReadonlyMap<number, number> => {
  const tiles = board?.tiles ?? []
  const closed = tiles.flatMap((open, tile) => (open ? [] : [tile]))
  const layouts = (count: number, from = 0): number[][] =>
    count === 0
      ? [[]]
      : closed
          .slice(from)
          .flatMap((tile, at) => layouts(count - 1, from + at + 1).map((rest) => [tile, ...rest]))
  const fitting = layouts(rules.mines).filter((mines) =>
    tiles.every((open, tile) => {
      const practice = { columns: rules.w, rows: rules.h, mines, opened: [] }
      return !open || clueOf(practice, tile) === open.clue
    }),
  )
  return new Map(
    closed.map((tile) => [tile, fitting.filter((mines) => mines.includes(tile)).length / fitting.length]),
  )
}

describe('the lesson', () => {
  it('has one tile that must be safe, as a skilled opponent would choose', () => {
    const safe = [...risksOf(certain)].filter(([, risk]) => risk === 0).map(([tile]) => tile)
    expect(safe).toEqual([certainTile])
    expect(chooseTile(certain.state, seededRandom(1), 'skilled')).toBe(certainTile)
  })

  it('then has the odds that it shows, of every closed tile', () => {
    const shown = choices.flatMap(({ tiles, risk }) => tiles.map((tile) => [tile, risk] as const))
    const risks = risksOf(odds)
    expect(shown.map(([tile]) => tile).sort((a, b) => a - b)).toEqual([...risks.keys()])
    for (const [tile, risk] of shown) expect(risks.get(tile)).toBeCloseTo(risk, 12)
  })

  it('opens nothing that may hide a mine while one tile is certain, and says which', () => {
    const missed = press(certain, 5)
    expect(missed).toEqual({ ...certain, missed: 5 })
    expect(press(missed, certainTile)).toMatchObject({ step: 'why', missed: null })
  })

  it.each([
    ['safe', 15],
    ['mine', 19],
  ] as const)('ends with a choice that is %s, and goes back to it', (kind, tile) => {
    const over = press(odds, tile)
    expect(over.step).toBe('over')
    expect(over.state.moves.at(-1)).toMatchObject({ tile, mine: kind === 'mine', by: 'hand' })
    const { lesson, facts } = teach(over, { type: 'again' })
    expect(lesson).toEqual(odds)
    expect(facts.map(({ event }) => event.type)).toEqual(['Jumped'])
  })

  it('takes nothing that has no place in a step', () => {
    for (const lesson of [newLesson(), press(certain, certainTile)])
      for (const act of [{ type: 'press', tile: 19 }, { type: 'again' }] as const)
        expect(teach(lesson, act)).toEqual({ lesson, facts: [] })
    expect(next(certain)).toBe(certain)
    expect(press(odds, certainTile)).toBe(odds)
  })
})
