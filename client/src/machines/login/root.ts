import { invitationPattern } from '@minefall/shared/contact'
import type {
  AcceptedTerms,
  CodeSent,
  LoginBody,
  SendCodeBody,
  SignedIn,
} from '@minefall/shared/contracts/rest'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { localStore, type SafeStorage } from '../../lib/storage.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { deviceId } from '../connection/identity.ts'
import { sessionActor } from '../session/index.ts'
import { loginMachine } from './machine.ts'
import { defaultCountry, type LoginCalls } from './types.ts'

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>

/** Reads one thing of the login modal: `useLogin((it) => it.hasTag('visible'))`. */
export const useLogin = <T>(
  select: (snapshot: LoginSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(loginActor, select, isEqual)

/** What a sign-in needs besides the form. */
type CallsInput = {
  accountCalls(): Promise<{
    sendCode(body: SendCodeBody): Promise<CodeSent>
    signIn(body: LoginBody): Promise<SignedIn>
    currentTerms(): Promise<AcceptedTerms>
  }>
  deviceId(): string
  /** The invitation link has been used. */
  forgetInvitation(): void
  /** The default invitation code. */
  defaultInvitationCode(): Promise<string>
}

/** The form's calls. A link's invitation is forgotten with the first sign-in that succeeds. */
export const loginCalls = ({
  accountCalls,
  deviceId,
  forgetInvitation,
  defaultInvitationCode,
}: CallsInput): LoginCalls => ({
  sendCode: async (body) => (await accountCalls()).sendCode(body),
  signIn: async (credentials) => {
    const { signIn, currentTerms } = await accountCalls()
    const invitationCode = credentials.invitationCode ?? (await defaultInvitationCode())
    // A password makes no account; if the terms can't be loaded now, the first deposit asks for them.
    const accepted = credentials.code === undefined ? undefined : await currentTerms().catch(() => undefined)
    const signedIn = await signIn({
      ...credentials,
      device_id: deviceId(),
      invitationCode,
      ...(accepted && { accepted }),
    })
    forgetInvitation()
    return signedIn
  },
})

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

const kept = invitation(localStore)

/** The calls' code, with the schemas, is loaded at the first request. */
const calls = loginCalls({
  accountCalls: () => import('../../calls/account-calls.ts'),
  deviceId: () => deviceId(localStore),
  forgetInvitation: kept.forget,
  defaultInvitationCode: async () => {
    const { publicConfig } = await import('../../lib/public-config.ts')
    return (await publicConfig.load()).defaultInvitationCode
  },
})

/** The global login modal, created once outside React. */
export const loginActor = createActor(
  loginMachine.provide({
    actors: {
      sendCode: fromPromise(({ input }) => calls.sendCode(input)),
      signIn: fromPromise(({ input }) => calls.signIn(input)),
    },
  }),
  {
    input: {
      now: () => Date.now(),
      home: defaultCountry(navigator.languages),
      invited: () => kept.read() ?? '',
    },
  },
).start()

loginActor.on('login.signedIn', ({ signedIn }) => sessionActor.send({ type: 'session.signedIn', signedIn }))
sessionActor.on('session.began', () => loginActor.send({ type: 'visitor.signedIn' }))

/** Shows the login modal over whatever is shown; after the sign-in the visitor goes to `pendingPath`. */
export const openLogin = (pendingPath?: string): void =>
  loginActor.send({ type: 'login.open', pendingPath: pendingPath ?? null })

/** Hides the login modal and forgets the path. */
export const closeLogin = (): void => loginActor.send({ type: 'login.close' })

/** Keeps who invited, when the visitor came by such a link, and takes it out of the address. */
export const keepInvitation = (): void => {
  const href = kept.takeFrom(window.location.href)
  if (href !== null) window.history.replaceState(window.history.state, '', href)
}
