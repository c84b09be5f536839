import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, parseColor, toCss } from './color.ts'
import { derive } from './derive.ts'
import { floor } from './floor.ts'
import { defaultTheme, presets } from './presets.ts'
import type { ThemeColors } from './types.ts'

const surfaces = ['--surface-0', '--surface-1', '--surface-2', '--surface-3', '--well']
const inks = [
  ...['--text-1', '--text-2', '--text-3', '--primary-ink', '--success-ink', '--danger-ink', '--warn-ink'],
  ...['--clue-0', '--clue-1', '--clue-2', '--clue-3', '--clue-4', '--clue-5'],
]
const lines = [
  ...['--line-control', '--focus', '--success', '--primary-line'],
  ...[1, 2, 3, 4, 5, 6].map((seat) => `--seat-${seat}`),
]

const textPairs = [
  ...inks.flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)),
  ['--primary-ink', '--primary-wash'] as const,
  ['--success-ink', '--success-wash'] as const,
  ['--danger-ink', '--danger-wash'] as const,
  ['--warn-ink', '--warn-wash'] as const,
  ['--on-primary', '--primary'] as const,
  ['--on-primary', '--primary-hover'] as const,
  ...[1, 2, 3, 4, 5, 6].map((seat) => [`--on-seat-${seat}`, `--seat-${seat}`] as const),
]
const controlPairs = lines.flatMap((line) => surfaces.map((surface) => [line, surface] as const))

const shortfalls = (colors: ThemeColors) => {
  const { variables } = derive(colors)
  const of = (name: string) => parseColor(variables[name] ?? 'missing')
  const below = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs.flatMap(([front, back]) => {
      const found = contrast(of(front), of(back))
      return found < least ? [`${front} on ${back}: ${found.toFixed(2)}`] : []
    })
  const tile = Math.max(contrast(of('--tile-edge'), of('--well')), contrast(of('--tile-skirt'), of('--well')))
  return [
    ...below(textPairs, floor.text),
    ...below(controlPairs, floor.control),
    ...(tile < floor.control ? [`closed tile against the well: ${tile.toFixed(2)}`] : []),
  ]
}

describe('derive', () => {
  it.each(presets.map((theme) => [theme.id, theme] as const))(
    'holds the contrast floor in %s',
    (_, theme) => {
      expect(shortfalls(theme.colors)).toEqual([])
    },
  )

  it('keeps labels readable on whatever primary color is chosen', () => {
    const channel = fc.integer({ min: 0, max: 0xffffff })
    fc.assert(
      fc.property(channel, (value) => {
        const primary = `#${value.toString(16).padStart(6, '0')}`
        const { variables } = derive({ ...defaultTheme.colors, primary })
        const of = (name: string) => parseColor(variables[name] ?? 'missing')
        expect(contrast(of('--on-primary'), of('--primary'))).toBeGreaterThanOrEqual(floor.text)
        expect(contrast(of('--primary-ink'), of('--surface-1'))).toBeGreaterThanOrEqual(floor.text)
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  it('holds it whatever seven colors are chosen', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    const any: fc.Arbitrary<ThemeColors> = fc.record({
      primary: color,
      secondary: color,
      accent: color,
      background: color,
      surface: color,
      textPrimary: color,
      textSecondary: color,
    })
    fc.assert(
      fc.property(any, (colors) => {
        expect(shortfalls(colors)).toEqual([])
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('repairs a text color that can not be read on its own surface', () => {
    const colors = { ...defaultTheme.colors, textPrimary: '#2a2d31' }
    expect(shortfalls(colors).filter((line) => line.startsWith('--text-1'))).toEqual([])
  })

  it('gives every theme the same variables', () => {
    const [first, ...rest] = presets.map(({ colors }) => Object.keys(derive(colors).variables))
    for (const names of rest) expect(names).toEqual(first)
  })

  it('gives the board the numbers of the same colors', () => {
    const { variables, tints } = derive(defaultTheme.colors)
    expect(`#${tints.tileLit.toString(16).padStart(6, '0')}`).toBe(variables['--tile-lit'])
    expect(tints.clues).toHaveLength(9)
    expect(tints.seats).toHaveLength(6)
  })

  it('knows a light background from a dark one', () => {
    expect(presets.map(({ id, colors }) => [id, derive(colors).scheme])).toEqual(
      expect.arrayContaining([
        ['default', 'dark'],
        ['sakura', 'light'],
      ]),
    )
  })
})

describe('parseColor', () => {
  it('reads what toCss writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const text = `#${value.toString(16).padStart(6, '0')}`
        expect(toCss(parseColor(text))).toBe(text)
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  it('refuses what is no color', () => {
    expect(() => parseColor('orange')).toThrow(RangeError)
  })
})
