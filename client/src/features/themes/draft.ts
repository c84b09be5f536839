import {
  cleanThemeName,
  customTheme,
  type DerivedTheme,
  derive,
  readColors,
  type Theme,
  type ThemeColorName,
  type ThemeColors,
} from '@minefall/shared/theme'
import { drawUuid } from '../../lib/draw-uuid.ts'

const known = new WeakMap<ThemeColors, DerivedTheme>()

/** What colors derive to, reckoned once for each set of them. */
export const derivedOf = (colors: ThemeColors): DerivedTheme => {
  const derived = known.get(colors) ?? derive(colors)
  known.set(colors, derived)
  return derived
}

/** A theme in the making. */
export type Draft = {
  /** Of the visitor's own theme that it changes; null for a new one. */
  id: string | null
  name: string
  colors: ThemeColors
  /** Where starting over leads. */
  from: { name: string; colors: ThemeColors }
  /** It came by a link. */
  shared: boolean
}

const begin = (id: string | null, name: string, colors: ThemeColors, shared = false): Draft => ({
  id,
  name,
  colors,
  from: { name, colors },
  shared,
})

/** Begins with a theme: one of yours to change, or a new one from a preset, called `newName` at first. */
export const draftOf = (theme: Theme, newName: string): Draft =>
  theme.category === 'custom'
    ? begin(theme.id, theme.name ?? newName, theme.colors)
    : newDraft(theme, newName)

/** Begins a new theme with the colors of another. */
export const newDraft = ({ colors }: Theme, newName: string): Draft => begin(null, newName, colors)

/** Begins with what a link brought; null when that is no theme. */
export const sharedDraft = (
  colors: string | undefined,
  name: string | undefined,
  newName: string,
): Draft | null => {
  const read = readColors(colors ?? '')
  return read && begin(null, cleanThemeName(name ?? '') ?? newName, read, true)
}

export const paint = (draft: Draft, name: ThemeColorName, color: string): Draft => ({
  ...draft,
  colors: { ...draft.colors, [name]: color },
})

export const startOver = (draft: Draft): Draft => ({ ...draft, ...draft.from })

export const isChanged = ({ name, colors, from }: Draft): boolean =>
  name !== from.name || colors !== from.colors

/** The theme that it makes; null while it has no name. */
export const finish = (draft: Draft, id: string = draft.id ?? `custom-${drawUuid()}`) => {
  const name = cleanThemeName(draft.name)
  return name === null ? null : customTheme(id, name, draft.colors)
}
