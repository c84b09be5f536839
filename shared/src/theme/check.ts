import { black, type Color, parseColor, white } from './color.ts'
import type { DerivedTheme } from './derive.ts'
import { floor, leastContrast } from './floor.ts'
import type { ThemeColorName, ThemeColors } from './types.ts'

export type ColorCheck = {
  /** `#rrggbb`: the chosen color, or the nearest to it that meets the floor. */
  shown: string
  /** The chosen color's contrast where it is hardest to see, 1 to 21. */
  ratio: number
  /** What that has to be. */
  least: number
}

/** Every surface that text and lines may stand on. */
const surfaces = ['--surface-0', '--surface-1', '--surface-2', '--surface-3', '--well']

/**
 * Each of a theme's colors beside what is shown in its place. `secondary` has no floor: a tile is distinguished from
 * its well by the edge, which is mixed as strongly as it has to be.
 */
export const checkColors = (
  colors: ThemeColors,
  { scheme, variables }: DerivedTheme,
): Record<Exclude<ThemeColorName, 'secondary'>, ColorCheck> => {
  const named = (name: string) => variables[name] ?? ''
  const check = (chosen: string, shown: string, behind: readonly Color[], least: number): ColorCheck => ({
    shown: named(shown),
    ratio: leastContrast(parseColor(chosen), behind),
    least,
  })
  const on = surfaces.map((name) => parseColor(named(name)))
  const pole = [scheme === 'light' ? black : white]
  return {
    primary: check(colors.primary, '--primary-line', on, floor.control),
    accent: check(colors.accent, '--success', on, floor.control),
    background: check(colors.background, '--surface-0', pole, floor.ground),
    surface: check(colors.surface, '--surface-1', pole, floor.ground),
    textPrimary: check(colors.textPrimary, '--text-1', on.slice(0, 2), floor.mainText),
    textSecondary: check(colors.textSecondary, '--text-2', on, floor.text),
  }
}
