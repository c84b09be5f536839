import type { CodeSent, LoginBody, SendCodeBody, SignedIn } from '@minefall/shared/contracts/rest'
import { useSelector } from '@xstate/react'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { localStore, type SafeStorage } from '../../lib/storage.ts'
import { deviceId } from '../connection/identity.ts'
import { sessionActor } from '../session/index.ts'
import { loginMachine } from './machine.ts'
import { defaultCountry, type LoginCalls } from './types.ts'

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>

/** Reads one thing of the login modal: `useLogin((it) => it.hasTag('visible'))`. */
export const useLogin = <T>(
  select: (snapshot: LoginSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelector(loginActor, select, isEqual)

/** What a sign-in needs of the browser and the server beside what was typed. */
type CallsInput = {
  accountCalls(): Promise<{
    sendCode(body: SendCodeBody): Promise<CodeSent>
    signIn(body: LoginBody): Promise<SignedIn>
  }>
  deviceId(): string
  /** Whose link was followed to get here. */
  invitation: { read(): string | null; forget(): void }
  /** The invitation code of those whom no one invited. */
  defaultInvitationCode(): Promise<string>
}

/** The form's calls. Who invited is reported with every sign-in and forgotten with the first that succeeds. */
export const loginCalls = ({
  accountCalls,
  deviceId,
  invitation,
  defaultInvitationCode,
}: CallsInput): LoginCalls => ({
  sendCode: async (body) => (await accountCalls()).sendCode(body),
  signIn: async (credentials) => {
    const { signIn } = await accountCalls()
    const invitationCode = invitation.read() ?? (await defaultInvitationCode())
    const signedIn = await signIn({ ...credentials, device_id: deviceId(), invitationCode })
    invitation.forget()
    return signedIn
  },
})

/** Where the code of who invited is kept until someone signs in here. */
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

const kept = invitation(localStore)

/** The calls' code, with the schemas, comes when something is first asked for. */
const calls = loginCalls({
  accountCalls: () => import('../../calls/account-calls.ts'),
  deviceId: () => deviceId(localStore),
  invitation: kept,
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
  { input: { now: () => Date.now(), home: defaultCountry(navigator.languages) } },
).start()

loginActor.on('login.signedIn', ({ signedIn }) => sessionActor.send({ type: 'session.signedIn', signedIn }))
sessionActor.on('session.began', () => loginActor.send({ type: 'visitor.signedIn' }))

/** Shows the login modal over whatever is shown; after the sign-in the visitor goes to `pendingPath`. */
export const openLogin = (pendingPath?: string): void =>
  loginActor.send({ type: 'login.open', pendingPath: pendingPath ?? null })

/** Hides the login modal and forgets the path. */
export const closeLogin = (): void => loginActor.send({ type: 'login.close' })

/** The invitation code that the next sign-in sends, if a link brought one. */
export const readInvitation = (): string | null => kept.read()

/** Drops the invitation code: the next sign-in sends that of those whom no one invited. */
export const dropInvitation = (): void => kept.forget()

/** Keeps who invited, when the visitor came by such a link, and takes it out of the address. */
export const keepInvitation = (): void => {
  const href = kept.takeFrom(window.location.href)
  if (href !== null) window.history.replaceState(window.history.state, '', href)
}
