import { onceServerAnswers } from '../lib/server-back.ts'
import { howWeCame, mayReload } from './missing-part.ts'

/**
 * Reloads the page once the server answers, for texts that are missing: browsers keep the failure of a part for as long
 * as the page lives, as the HTML standard's module map does, so that asking again is no use. Nobody is taken away from a
 * match for that: it goes on with the English texts.
 */
export const reloadForTexts = (): void => {
  if (location.pathname.startsWith('/game/') || !mayReload(howWeCame())) return
  onceServerAnswers(() => location.reload(), new AbortController().signal)
}
