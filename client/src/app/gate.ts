import { openLogin } from '../machines/login/index.ts'
import { sessionActor } from '../machines/session/index.ts'

/** What routes ask before they let somebody in. */
export type Gate = {
  isSignedIn(): boolean
  /** Opens the global login modal; the path is where a sign-in leads. */
  askToSignIn(path: string): void
}

export const gate: Gate = {
  isSignedIn: () => sessionActor.getSnapshot().hasTag('signedIn'),
  askToSignIn: openLogin,
}
