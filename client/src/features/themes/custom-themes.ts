import {
  type CustomTheme,
  customThemeLimit,
  findPreset,
  readCustomThemes,
  type Theme,
  writeCustomThemes,
} from '@minefall/shared/theme'
import { useTranslation } from 'react-i18next'
import { localStore } from '../../lib/storage.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { keys } from './keys.ts'

/** A preset's name and description in the visitor's language; a custom theme has what its maker called it. */
export const useThemeName = (): ((theme: Theme) => { name: string; description: string }) => {
  const { t } = useTranslation('themes')
  return ({ id, name }) => {
    const preset = findPreset(id)
    return preset
      ? { name: t(`preset.${preset.id}.name`), description: t(`preset.${preset.id}.description`) }
      : { name: name ?? id, description: '' }
  }
}

const read = (): readonly CustomTheme[] => readCustomThemes(localStore.get(keys.custom))
const known = createStore(read)
const keep = (themes: readonly CustomTheme[]) => {
  localStore.set(keys.custom, writeCustomThemes(themes))
  known.set(themes)
}

/** The visitor's own themes, the oldest first. */
export const customThemes = known.current

/** Reads them again: another tab may have changed them. */
export const refreshCustomThemes = (): void => known.set(read())

/** Keeps a theme: in place of the one with its id, or as the last. False when no more are kept. */
export const keepCustomTheme = (theme: CustomTheme, at: number | null = null): boolean => {
  const themes = read()
  const place = themes.findIndex(({ id }) => id === theme.id)
  if (place < 0 && themes.length >= customThemeLimit) return false
  keep(place < 0 ? themes.toSpliced(at ?? themes.length, 0, theme) : themes.with(place, theme))
  return true
}

/** Deletes a theme; returns how to bring it back to where it stood, or null when it was there no more. */
export const deleteCustomTheme = (id: string): (() => void) | null => {
  const themes = read()
  const at = themes.findIndex((theme) => theme.id === id)
  const [theme] = themes.slice(at, at + 1)
  keep(themes.filter((other) => other.id !== id))
  return at < 0 || !theme ? null : () => keepCustomTheme(theme, at)
}

export const useCustomThemes = (): readonly CustomTheme[] => useStore(known)
