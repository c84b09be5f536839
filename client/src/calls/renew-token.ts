import { bodyCode } from '@minefall/shared/contracts'
import { isCallError } from '../lib/call-error.ts'
import { blockedText } from './blocked.ts'
import type { Exclusive, TabMarks } from './tab-lock.ts'

/** Where the token is kept, and who hears of changes to it. */
export type TokenStore = {
  /** The token of now: another tab may have changed it a moment ago. */
  token(): string | null
  /** Whose it is; null when that is not known. */
  owner(): string | null
  /** Resolves when the token in store is another than this one, or after some seconds all the same. */
  changed(token: string): Promise<void>
  /** Keeps the next token of the same session. */
  renewed(token: string): void
  /** The token in store is worth nothing; of a blocked account with what staff tell its owner. */
  rejected(why: 'expired' | 'unauthenticated' | 'blocked', text?: string): void
}

export type RenewTokenOptions = {
  store: TokenStore
  lock: Exclusive
  /** Which tokens were renewed, by whichever tab. */
  marks: TabMarks
  /** Asks the server for the token after this one. Rejects with a `CallError`. */
  refresh(token: string): Promise<string>
}

/** The server could not judge the token: it was in trouble, or asks us to wait. */
const troubles: readonly number[] = [
  bodyCode.ourFault,
  bodyCode.unavailable,
  bodyCode.timeout,
  bodyCode.tooManyRequests,
]

const isRefusal = (error: unknown): boolean =>
  isCallError(error) && error.answered && !troubles.includes(error.code)

/**
 * Gives the token to go on with after `used` was reported to be expired or invalid: one that another tab has fetched
 * already, or the next one from the server. Null when there is none: the server refused, or in the meantime the player has
 * signed out or another signed in. Rejects with the transport's error when the answer was lost: that says nothing of
 * the token, and the next who asks tries again. All who ask at once share one answer.
 */
export const createTokenRenewal = ({ store, lock, marks, refresh }: RenewTokenOptions) => {
  const running = new Map<string, Promise<string | null>>()

  /** The token in store if it still belongs to the same player. */
  const heldBy = (owner: string | null) => (store.owner() === owner ? store.token() : null)

  const renew = async (used: string, owner: string | null): Promise<string | null> => {
    const mark = `renewed ${used}`
    // What the tab before us has stored may reach this one later than the lock does.
    if (store.token() === used && (await marks.isMarked(mark))) await store.changed(used)
    const held = heldBy(owner)
    if (held !== used) return held
    try {
      const next = await refresh(used)
      // Anyone who signed out, or in as another, while the answer was under way must stay so.
      if (store.token() !== used) return heldBy(owner)
      store.renewed(next)
      await marks.mark(mark)
      return next
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (store.token() !== used) return heldBy(owner)
      const text = blockedText(error)
      if (text === null) store.rejected('expired')
      else store.rejected('blocked', text)
      return null
    }
  }

  return (used: string, owner: string | null): Promise<string | null> => {
    const under = running.get(used)
    if (under) return under
    const renewal = lock('auth_token', () => renew(used, owner)).finally(() => running.delete(used))
    running.set(used, renewal)
    return renewal
  }
}
