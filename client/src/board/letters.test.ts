import { contrast, derive, floor, parseColor, presets } from '@minefall/shared/theme'
import { describe, expect, it } from 'vitest'
import { cssColor } from '../features/match/share/paint-board.ts'

/** Letters in drawings, which no check of the page's text sees: on the canvas, in seat marks, in the shared picture. */
const lettersOf = ({ tints, variables }: ReturnType<typeof derive>): [string, string, string][] => {
  const named = (name: string) => variables[name] ?? 'missing'
  const grounds = ['--surface-0', '--surface-2']
  const written = ['--text-1', '--text-2', '--primary-ink', '--success-ink']
  return [
    ...tints.clues.map((clue, count): [string, string, string] => [
      `clue ${count}`,
      cssColor(clue),
      cssColor(tints.well),
    ]),
    ...tints.seats.map((seat, at): [string, string, string] => [
      `mark of seat ${at + 1}`,
      cssColor(tints.onSeats[at] ?? tints.shade),
      cssColor(seat),
    ]),
    ['mark of a seat that is out', named('--surface-0'), named('--text-3')],
    ['mark of a seat that is out, shared', cssColor(tints.surface), cssColor(tints.textDim)],
    ['coordinate on the lit frame', cssColor(tints.textDim), cssColor(tints.frameLit)],
    ['coordinate on the frame', cssColor(tints.textDim), cssColor(tints.surface)],
    ...written.flatMap((ink) =>
      grounds.map((ground): [string, string, string] => [
        `${ink} on the shared picture`,
        named(ink),
        named(ground),
      ]),
    ),
  ]
}

describe('letters in drawings', () => {
  it.each(presets.map(({ id, colors }) => [id, colors] as const))('can be read in %s', (_, colors) => {
    const faint = lettersOf(derive(colors)).flatMap(([what, ink, ground]) => {
      const found = contrast(parseColor(ink), parseColor(ground))
      return found < floor.text ? [`${what}: ${found.toFixed(2)}`] : []
    })
    expect(faint).toEqual([])
  })
})
