import { type DerivedTheme, derive, type ThemeColors } from '@minefall/shared/theme'

const known = new WeakMap<ThemeColors, DerivedTheme>()

/** What colours derive to, reckoned once for each set of them. */
export const derivedOf = (colors: ThemeColors): DerivedTheme => {
  const derived = known.get(colors) ?? derive(colors)
  known.set(colors, derived)
  return derived
}
