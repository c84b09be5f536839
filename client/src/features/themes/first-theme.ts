import { defaultTheme, derive } from '@minefall/shared/theme'
import { rememberedTheme } from './remembered-theme.ts'
import { markPage, wearOnPage } from './wear.ts'

/** Puts the theme on that was in use last. The style sheet holds the default. */
export const wearRememberedTheme = (): void => {
  const theme = rememberedTheme()
  if (theme.id === defaultTheme.id) markPage(theme)
  else wearOnPage(theme, derive(theme.colors))
}
