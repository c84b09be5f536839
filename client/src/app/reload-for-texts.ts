import { onceServerAnswers } from '../lib/server-back.ts'
import { howWeCame, mayReload } from './missing-part.ts'

let looks = false

/**
 * Reloads the page once the server answers, for texts that are missing although there is a network: browsers may keep
 * the failure of a part for as long as the page lives, as the HTML standard's module map does. Nobody is taken away from a
 * match for that: it goes on with the English texts.
 */
export const reloadForTexts = (): void => {
  if (looks || location.pathname.startsWith('/game/') || !mayReload(howWeCame())) return
  looks = true
  onceServerAnswers(() => location.reload(), new AbortController().signal)
}
