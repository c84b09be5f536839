/** The seven colours a theme may set, each `#rrggbb`. */
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

export const themeCategories = ['default', 'colorful', 'dark', 'nature', 'tech', 'minimal', 'custom'] as const
export type ThemeCategory = (typeof themeCategories)[number]

export type Theme = {
  id: string
  /** Translation keys in the namespace `themes`. */
  nameKey: string
  descriptionKey: string
  category: ThemeCategory
  colors: ThemeColors
}
