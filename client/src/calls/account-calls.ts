import type { CallInput } from '@minefall/shared/contracts'
import { accountCalls, rewardsCalls, sessionCalls, termsCalls } from '@minefall/shared/contracts/rest'
import { deviceHeaders } from '../machines/connection/identity.ts'
import { storedSession } from '../machines/session/stored-session.ts'
import { ask, askWithToken } from './api.ts'

// What machines and Home ask for: this module, with the schemas, comes when the first of them does.

/** Signs in, or registers with a code. What to do with the answer is the session machine's. */
export const signIn = (body: CallInput<typeof accountCalls.signIn>['body']) =>
  ask(accountCalls.signIn, { body })

/** Sends a code, bound to this device. `seconds` until the next one may be asked for. */
export const sendCode = (body: CallInput<typeof accountCalls.sendCode>['body']) =>
  ask(accountCalls.sendCode, { body, headers: deviceHeaders() })

/** The versions of the terms that hold now. */
export const currentTerms = () => ask(termsCalls.current)
export const fetchUser = () => ask(accountCalls.user)
export const fetchBalance = () => ask(accountCalls.balance)
export const fetchCenter = () => ask(rewardsCalls.center)

/** Ends the session of this token, by default the one in store. The session machine calls it at `session.signOut`. */
export const signOut = async (token: string | null = storedSession.token()): Promise<void> => {
  if (token !== null) await askWithToken(token)(sessionCalls.signOut)
}
