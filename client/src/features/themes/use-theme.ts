import type { Theme } from '@minefall/shared/theme'
import { useSyncExternalStore } from 'react'
import { currentTheme, onThemeChange } from './chosen-theme.ts'

/** The theme in use. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, currentTheme, currentTheme)
