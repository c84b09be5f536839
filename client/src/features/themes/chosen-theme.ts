import { type DerivedTheme, defaultTheme, derive, findPreset, type Theme } from '@minefall/shared/theme'
import { localStore } from '../../lib/storage.ts'

const storageKey = 'currentTheme'

/** The style sheet holds the default, so that the first paint waits for nothing. */
let chosen: Theme = defaultTheme
let derived: DerivedTheme | null = null
const listeners = new Set<() => void>()

/** Puts a theme's variables on an element: on the root for the whole page, or on a part of it as a sample. */
export const wear = (element: HTMLElement, { scheme, variables }: DerivedTheme): void => {
  element.style.colorScheme = scheme
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(name, value)
}

const show = (theme: Theme) => {
  chosen = theme
  derived = null
  wear(document.documentElement, currentDerived())
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', theme.colors.background)
  for (const listener of listeners) listener()
}

/** What the theme in use derives to: CSS variables and the board's tints. */
export const currentDerived = (): DerivedTheme => {
  derived ??= derive(chosen.colors)
  return derived
}

export const currentTheme = (): Theme => chosen

/** Tells of every change of the theme; returns how to stop. */
export const onThemeChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a theme and remembers it. */
export const chooseTheme = (theme: Theme): void => {
  localStore.set(storageKey, theme.id)
  show(theme)
}

/** Shows the remembered theme, before the first paint. An id that this release doesn't know changes nothing. */
export const restoreTheme = (): void => {
  const theme = findPreset(localStore.get(storageKey) ?? defaultTheme.id)
  if (theme && theme.id !== chosen.id) show(theme)
}
