import type { ConnectionActorRef } from '../../../machines/connection/index.ts'
import type { SessionActorRef } from '../../../machines/session/index.ts'

/** Who speaks where nobody is signed in: the guest of this browser. */
const guest = 'guest'

export type SpeakerPorts = {
  connection: Pick<ConnectionActorRef, 'getSnapshot' | 'subscribe'>
  session: Pick<SessionActorRef, 'getSnapshot' | 'subscribe'>
  /** Somebody else speaks from now on. */
  onOther(): void
}

/**
 * Who speaks to support in this browser, and whether the connection is theirs: while somebody signs in or out it is still
 * that of who was there before, and says nothing for the other.
 */
export const followSpeaker = ({ connection, session, onOther }: SpeakerPorts) => {
  const signedIn = () => session.getSnapshot().context.user?.id ?? guest
  let owner = signedIn()
  /** The token that the connection is known by, and whose it is; null while that can't be told. */
  let token: string | null | undefined
  let known: string | null = null

  const look = () => {
    const { context } = connection.getSnapshot()
    const current = session.getSnapshot().context
    if (context.identityToken !== token || known === null) {
      token = context.identityToken
      known = token === null ? guest : token === current.token ? (current.user?.id ?? null) : null
    }
    if (signedIn() === owner) return
    owner = signedIn()
    onOther()
  }
  connection.subscribe(look)
  session.subscribe(look)
  look()
  return {
    owner: () => owner,
    /** Whether what is asked over the connection now is asked by the owner. */
    isKnown: () => {
      look()
      return known === owner
    },
  }
}
