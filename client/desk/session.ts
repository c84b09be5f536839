import { deskSignedInSchema, hasRight, type Right, type Staff } from '@minefall/shared/contracts/desk'
import type { z } from 'zod'
import { tabStore } from '../src/lib/storage.ts'
import { createStore, useStore } from '../src/lib/store.ts'

type Session = z.infer<typeof deskSignedInSchema>

/** Why someone is at the sign-in page again. */
export type Ended = 'signed-out' | 'session-ended'

export type SessionState = { session: Session | null; ended: Ended | null }

const key = 'desk-session'

const kept = (): Session | null => {
  const text = tabStore.get(key)
  if (text === null) return null
  try {
    return deskSignedInSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const { current, set, subscribe } = createStore<SessionState>(() => ({ session: kept(), ended: null }))

/** Who is signed in: of this tab alone, through its reloads. */
export const session = {
  current,
  subscribe,
  begin(signedIn: Session) {
    tabStore.set(key, JSON.stringify(signedIn))
    set({ session: signedIn, ended: null })
  },
  /** Takes over who owns `token` by now. Whether their role is another one, for which the page has to be loaded again. */
  renew(token: string, staff: Staff): boolean {
    const before = current().session
    if (before?.token !== token || before.staff.role === staff.role) return false
    session.begin({ token, staff })
    return true
  },
  /** `token` is the one that is over: an answer to an older one says nothing of its successor. */
  end(token: string, ended: Ended) {
    if (current().session?.token !== token) return
    tabStore.remove(key)
    set({ session: null, ended })
  },
}

export const useSession = (): SessionState => useStore(session)

/** Who is signed in. Only for what is shown to someone who is. */
export const useStaff = (): Staff => {
  const { session } = useSession()
  if (!session) throw new Error('no one is signed in')
  return session.staff
}

/** Whether who is signed in may do this; the server asks the same again. */
export const useMay = (right: Right): boolean => {
  const { session } = useSession()
  return session !== null && hasRight(session.staff.role, right)
}
