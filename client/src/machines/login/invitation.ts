import { invitationPattern } from '@minefall/shared/contact'
import { localStore, type SafeStorage } from '../../lib/storage.ts'

/** Where an invitation code is kept until someone signs in here. */
const key = 'invitation_code'

/** The invitation code of a link that was followed, if any. */
export const invitation = (store: SafeStorage) => ({
  /** The kept code; null when there is none, or what is kept is damaged. */
  read: (): string | null => {
    const kept = store.get(key)
    return kept !== null && invitationPattern.test(kept) ? kept : null
  },
  forget: () => store.remove(key),
  /**
   * Takes `invite` out of an address's query: eight digits are kept, anything else is dropped. Returns the address
   * without it, or null if there was none.
   */
  takeFrom: (href: string): string | null => {
    const url = new URL(href)
    const invite = url.searchParams.get('invite')
    if (invite === null) return null
    if (invitationPattern.test(invite)) store.set(key, invite)
    url.searchParams.delete('invite')
    return url.href
  },
})

/** The invitation of this browser. */
export const keptInvitation = invitation(localStore)

/** Keeps who invited, when the visitor came by such a link, and takes it out of the address. */
export const keepInvitation = (): void => {
  const href = keptInvitation.takeFrom(window.location.href)
  if (href !== null) window.history.replaceState(window.history.state, '', href)
}
