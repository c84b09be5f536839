import { type Theme, type ThemeColors, themeColorNames } from './types.ts'

/** A theme someone made: its id begins with `custom-`. */
export type CustomTheme = Theme & { category: 'custom'; name: string }

/** How many custom themes are kept. */
export const customThemeLimit = 12
/** The longest name, in characters as they are counted by people who write code: code points. */
export const themeNameLimit = 24

export const customTheme = (id: string, name: string, colors: ThemeColors): CustomTheme => ({
  id,
  nameKey: 'custom.name',
  descriptionKey: 'custom.description',
  category: 'custom',
  name,
  colors,
})

/** Format characters (bidi, zero-width), other ignorable ones (fillers, variation selectors), halves, and the braille blank. */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Marks beyond the three that letters of any script wear: they reach into the lines around. */
const moreMarks = /(\p{M}{3})\p{M}+/gu

/**
 * A name without needless space and without what can't be seen or reaches into what stands beside it, cut to its limit;
 * null when nothing is left of it. It may come from anyone, by a link.
 */
export const cleanThemeName = (text: string): string | null => {
  const seen = text
    .replace(unseen, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(moreMarks, '$1')
  const name = [...seen.trim()].slice(0, themeNameLimit).join('').trim()
  return name === '' ? null : name
}

/** Reads `#rrggbb`, with or without the `#`, or `#rgb`; null for anything else. Answers `#rrggbb` in small letters. */
export const readColor = (text: string): string | null => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Seven colors as an address holds them: `rrggbb` in the order of `themeColorNames`, joined by `-`. */
export const formatColors = (colors: ThemeColors): string =>
  themeColorNames.map((name) => colors[name].slice(1)).join('-')

/** Reads what `formatColors` writes; null for anything else. */
export const readColors = (text: string): ThemeColors | null => {
  if (!/^[0-9a-f]{6}(-[0-9a-f]{6}){6}$/i.test(text)) return null
  const [primary = '', secondary = '', accent = '', background = '', surface = '', ...texts] = text
    .toLowerCase()
    .split('-')
    .map((digits) => `#${digits}`)
  const [textPrimary = '', textSecondary = ''] = texts
  return { primary, secondary, accent, background, surface, textPrimary, textSecondary }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const readCustomTheme = (value: unknown): CustomTheme[] => {
  const { id, name, colors } = recordOf(value)
  if (typeof id !== 'string' || !/^custom-[\w-]{1,64}$/.test(id) || typeof name !== 'string') return []
  const wanted = recordOf(colors)
  const digits = themeColorNames.map((each) => String(wanted[each]).replace(/^#/, '')).join('-')
  const [clean, read] = [cleanThemeName(name), readColors(digits)]
  return clean === null || read === null ? [] : [customTheme(id, clean, read)]
}

/** What the browser kept of someone's own themes: at most the limit, each id once, without what can't be read. */
export const readCustomThemes = (text: string | null): readonly CustomTheme[] => {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  const read = (Array.isArray(kept) ? kept : []).flatMap(readCustomTheme)
  return [...new Map(read.map((theme) => [theme.id, theme])).values()].slice(0, customThemeLimit)
}

/** What `readCustomThemes` reads. */
export const writeCustomThemes = (themes: readonly CustomTheme[]): string =>
  JSON.stringify(themes.map(({ id, name, colors }) => ({ id, name, colors })))
