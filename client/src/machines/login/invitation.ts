import type { SafeStorage } from '../../lib/storage.ts'

/** Where the code of who invited is kept until somebody signs in here. */
const key = 'invitation_code'
const shape = /^\d{8}$/

/** The invitation code of a link that was followed, if any. */
export const invitation = (store: SafeStorage) => ({
  /** The kept code; null when there is none, or what is kept is damaged. */
  read: (): string | null => {
    const kept = store.get(key)
    return kept !== null && shape.test(kept) ? kept : null
  },
  forget: () => store.remove(key),
  /**
   * Takes `invite` out of an address's query: eight digits are kept, anything else is dropped. Answers the address
   * without it, or null when there was none.
   */
  takeFrom: (href: string): string | null => {
    const url = new URL(href)
    const invite = url.searchParams.get('invite')
    if (invite === null) return null
    if (shape.test(invite)) store.set(key, invite)
    url.searchParams.delete('invite')
    return url.href
  },
})
