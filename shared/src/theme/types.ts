/** The seven colors a theme may set, each `#rrggbb`. */
export type ThemeColors = {
  /** Action, and "your turn". */
  primary: string
  /** The material tiles are made of. */
  secondary: string
  /** Confirmed, safe, connected. */
  accent: string
  background: string
  surface: string
  textPrimary: string
  textSecondary: string
}

/** In the order in which they are shown and shared. */
export const themeColorNames = [
  'primary',
  'secondary',
  'accent',
  'background',
  'surface',
  'textPrimary',
  'textSecondary',
] as const satisfies readonly (keyof ThemeColors)[]
export type ThemeColorName = (typeof themeColorNames)[number]

export const presetCategories = ['default', 'colorful', 'nature', 'minimal', 'tech', 'dark'] as const
export type PresetCategory = (typeof presetCategories)[number]
export type ThemeCategory = PresetCategory | 'custom'

export type Theme = {
  id: string
  /** Translation keys in the namespace `themes`. */
  nameKey: string
  descriptionKey: string
  category: ThemeCategory
  colors: ThemeColors
  /** What its maker calls it: on custom themes alone. */
  name?: string
}
