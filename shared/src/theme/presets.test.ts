import { describe, expect, it } from 'vitest'
import { type Color, parseColor } from './color.ts'
import { derive } from './derive.ts'
import { findPreset, presets } from './presets.ts'
import { presetCategories } from './types.ts'

const distance = (one: Color, other: Color) => Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)

/** Where two themes differ, as one figure: the root mean square of the distances of these colors in oklab. */
const unlikeness = (one: Dressed, other: Dressed, names: readonly string[]) => {
  const of = ({ variables }: Dressed, name: string) => parseColor(variables[name] ?? 'missing')
  const squares = names.map((name) => distance(of(one, name), of(other, name)) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
}

type Dressed = { id: string; variables: Readonly<Record<string, string>> }
const dressed: readonly Dressed[] = presets.map(({ id, colors }) => ({
  id,
  variables: derive(colors).variables,
}))
const pairs = dressed.flatMap((one, index) => dressed.slice(0, index).map((other) => [one, other] as const))

/** Two patches side by side are distinguished from about 0.02; these are whole palettes, seen one after the other. */
const least = { page: 0.06, board: 0.05 }
const page = ['--surface-0', '--surface-1', '--tile', '--primary', '--success']
const board = ['--tray', '--well', '--tile', '--tile-edge', '--primary-line']

describe('the presets', () => {
  it('are the nineteen of the product, in their categories', () => {
    const byCategory = presetCategories.map((category) => [
      category,
      presets.filter((theme) => theme.category === category).map(({ id }) => id),
    ])
    expect(Object.fromEntries(byCategory)).toEqual({
      default: ['default'],
      colorful: ['sunset', 'purple', 'gold', 'gamehall'],
      nature: ['ocean', 'forest', 'sakura', 'autumn', 'ice'],
      minimal: ['mono', 'paper'],
      tech: ['cyber', 'matrix', 'neon', 'hologram'],
      dark: ['night', 'midnight', 'carbon'],
    })
    expect(new Set(presets.map(({ id }) => id)).size).toBe(19)
  })

  it('are found by their ids alone', () => {
    expect(findPreset('ocean')?.nameKey).toBe('preset.ocean.name')
    expect(findPreset('Ocean')).toBeUndefined()
    expect(findPreset('constructor')).toBeUndefined()
  })

  it.each([
    ['pages', page, least.page],
    ['boards', board, least.board],
  ] as const)('have %s that are not mistaken for each other', (_, names, bound) => {
    const alike = pairs
      .map(([one, other]) => ({ pair: `${one.id}/${other.id}`, by: unlikeness(one, other, names) }))
      .filter(({ by }) => by < bound)
    expect(alike).toEqual([])
  })

  it('have no accent that looks like danger or a warning', () => {
    const meanings = ['#ff4d5e', '#ffb938'].map(parseColor)
    const near = presets.filter(({ colors }) =>
      meanings.some((meaning) => distance(meaning, parseColor(colors.accent)) < 0.1),
    )
    expect(near.map(({ id }) => id)).toEqual([])
  })
})
