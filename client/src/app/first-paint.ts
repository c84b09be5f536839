/*
 * A separate script that the page waits for: the remembered theme is on before anything is painted, HTML that was built
 * for another view is not shown, what is pressed before the page answers is kept, and React wakes in a restored page.
 */

import { defaultTheme, derive } from '@minefall/shared/theme'
import { rememberedTheme } from '../features/themes/remembered-theme.ts'
import { markPage, wearOnPage } from '../features/themes/wear.ts'
import '../lib/wake-react.ts'
import { holdPresses } from './presses.ts'
import { builtView, isStale, keepView } from './view.ts'

/** Puts the theme on that was in use last. The style sheet holds the default. */
const wearRememberedTheme = (): void => {
  const theme = rememberedTheme()
  if (theme.id === defaultTheme.id) markPage(theme)
  else wearOnPage(theme, derive(theme.colors))
}

/** How long words wait for their typeface, in milliseconds: what is painted in another moves once it comes. */
const typefaceMs = 1_000

/** Hides what was built, by the style sheet, until its typeface is here. */
const awaitTypeface = (): void => {
  const { dataset } = document.documentElement
  dataset.typeface = 'awaited'
  const show = () => {
    document.removeEventListener('load', look, true)
    delete dataset.typeface
  }
  // Its own file or the style sheet that names it: whichever comes last.
  const look = async () => {
    const faces = await document.fonts.load('1em Archivo').catch(() => [])
    if (faces.length > 0) show()
  }
  document.addEventListener('load', look, true)
  setTimeout(show, typefaceMs)
}

/** Hides what was built, by the style sheet, until header and headline are read: what is painted in parts moves. */
const awaitHeadline = (): void => {
  const { dataset } = document.documentElement
  dataset.headline = 'awaited'
  const reading = new MutationObserver(() => {
    if (!document.querySelector('main > * > * + *, #root + *')) return
    reading.disconnect()
    delete dataset.headline
  })
  reading.observe(document, { childList: true, subtree: true })
}

wearRememberedTheme()
if (isStale()) {
  keepView()
  // The style sheet hides it.
  document.documentElement.dataset.stale = ''
} else if (builtView()) {
  holdPresses()
  awaitHeadline()
  awaitTypeface()
}
