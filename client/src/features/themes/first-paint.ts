/*
 * A script of its own that the page waits for: the remembered theme is on before anything is painted. The style sheet
 * holds the default.
 */
import { defaultTheme, derive } from '@minefall/shared/theme'
import { rememberedTheme } from './remembered-theme.ts'
import { markPage, wearOnPage } from './wear.ts'

const theme = rememberedTheme()
if (theme.id === defaultTheme.id) markPage(theme)
else wearOnPage(theme, derive(theme.colors))
