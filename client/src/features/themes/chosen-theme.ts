import { type BoardTints, type DerivedTheme, derive, type Theme } from '@minefall/shared/theme'
import { useSyncExternalStore } from 'react'
import { localStore } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import { refreshCustomThemes } from './custom-themes.ts'
import { keys } from './keys.ts'
import { rememberedTheme } from './remembered-theme.ts'
import { isWorn, wearOnPage } from './wear.ts'

/** The theme in use. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme, currentTheme)

const currentTints = (): BoardTints => currentDerived().tints

/** The board's colors in the theme in use; the same value until the theme changes. */
export const useTints = (): BoardTints => useSyncExternalStore(onThemeChange, currentTints, currentTints)

/** The script of the first paint wears the remembered theme before this is asked for. */
const chosen = createStore(rememberedTheme)
let derived: DerivedTheme | null = null

export const currentTheme = chosen.current

/** What the theme in use derives to: CSS variables and the board's tints. */
const currentDerived = (): DerivedTheme => {
  derived ??= derive(currentTheme().colors)
  return derived
}

const show = (theme: Theme) => {
  derived = derive(theme.colors)
  wearOnPage(theme, derived)
  chosen.set(theme)
}

/** Tells of every change of the theme; returns how to stop. */
const onThemeChange = chosen.subscribe

/** Shows a theme and remembers it. */
export const chooseTheme = (theme: Theme): void => {
  localStore.set(keys.current, theme.id)
  show(theme)
}

/** Shows the remembered theme, where the page does not wear it yet. */
export const restoreTheme = (): void => {
  refreshCustomThemes()
  const theme = rememberedTheme()
  if (!isWorn(theme)) show(theme)
}
