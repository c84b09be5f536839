/*
 * A separate script that the page waits for: the remembered theme is on before anything is painted, and the files of
 * Home are asked for beside the scripts that would ask for them.
 */

import { defaultTheme, derive } from '@minefall/shared/theme'
import { rememberedTheme } from '../features/themes/remembered-theme.ts'
import { markPage, wearOnPage } from '../features/themes/wear.ts'
import { askForHome } from './first-files.ts'

/** Puts the theme on that was in use last. The style sheet holds the default. */
const wearRememberedTheme = (): void => {
  const theme = rememberedTheme()
  if (theme.id === defaultTheme.id) markPage(theme)
  else wearOnPage(theme, derive(theme.colors))
}

wearRememberedTheme()
askForHome()
