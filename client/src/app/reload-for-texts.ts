import { mayReload, navigationType } from '../lib/missing-part.ts'
import { onceServerAnswers } from '../lib/server-back.ts'

const isInMatch = () => location.pathname.startsWith('/game/')
let isLooking = false
let sparesMatch = true
const mayGo = () => !sparesMatch || !isInMatch()

/**
 * Reloads the page once the server answers, for texts that are missing: browsers keep the failure of a part for as long
 * as the page lives, as the HTML standard's module map does, so that asking again is no use. No one is taken away from a
 * match for that: it goes on with the English texts.
 */
export const reloadForTexts = (): void => {
  if (isLooking || !mayGo() || !mayReload(navigationType())) return
  isLooking = true
  onceServerAnswers(() => {
    isLooking = false
    // Someone may have sat down in the meantime.
    if (mayGo()) location.reload()
  }, new AbortController().signal)
}

/** The same for the code of the session and the connection, in a match as well: without it none goes on here. */
export const reloadForConnection = (): void => {
  sparesMatch = false
  reloadForTexts()
}
