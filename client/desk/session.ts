import { deskSignedInSchema, hasRight, type Right, type Staff } from '@minefall/shared/contracts'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { tabStore } from '../src/lib/storage.ts'

type Session = z.infer<typeof deskSignedInSchema>

/** Why somebody is at the sign-in page again. */
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

let state: SessionState = { session: kept(), ended: null }
const listeners = new Set<() => void>()
const change = (next: SessionState) => {
  state = next
  for (const listener of listeners) listener()
}

/** Who is signed in: of this tab alone, through its reloads. */
export const session = {
  current: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  begin(signedIn: Session) {
    tabStore.set(key, JSON.stringify(signedIn))
    change({ session: signedIn, ended: null })
  },
  /** `token` is the one that is over: an answer to an older one says nothing of its successor. */
  end(token: string, ended: Ended) {
    if (state.session?.token !== token) return
    tabStore.remove(key)
    change({ session: null, ended })
  },
}

export const useSession = (): SessionState =>
  useSyncExternalStore(session.subscribe, session.current, session.current)

/** Who is signed in. Only for what is shown to somebody who is. */
export const useStaff = (): Staff => {
  const { session } = useSession()
  if (!session) throw new Error('nobody is signed in')
  return session.staff
}

/** Whether who is signed in may do this; the server asks the same again. */
export const useMay = (right: Right): boolean => {
  const { session } = useSession()
  return session !== null && hasRight(session.staff.role, right)
}
