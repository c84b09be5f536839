import type { BoardTints, Theme } from '@minefall/shared/theme'
import { useSyncExternalStore } from 'react'
import { currentDerived, currentTheme, onThemeChange } from './chosen-theme.ts'

/** The theme in use. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme, currentTheme)

const currentTints = (): BoardTints => currentDerived().tints

/** The board's colours in the theme in use; the same value until the theme changes. */
export const useTints = (): BoardTints => useSyncExternalStore(onThemeChange, currentTints, currentTints)
