import type {
  AcceptedTerms,
  CodeSent,
  LoginBody,
  SendCodeBody,
  SignedIn,
} from '@minefall/shared/contracts/rest'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { deviceId } from '../connection/identity.ts'
import { sessionActor } from '../session/index.ts'
import { keptInvitation } from './invitation.ts'
import { loginMachine } from './machine.ts'
import { defaultCountry, type LoginCalls } from './types.ts'

/** Reads one thing of the login's form: `useLogin(({ context }) => context.tab)`. */
export const useLogin = <T>(select: (snapshot: SnapshotFrom<typeof loginMachine>) => T): T =>
  useSelected(loginActor, select)

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

/** The calls' code, with the schemas, is loaded at the first request. */
const calls = loginCalls({
  accountCalls: () => import('../../calls/account-calls.ts'),
  deviceId: () => deviceId(localStore),
  forgetInvitation: keptInvitation.forget,
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
      invited: () => keptInvitation.read() ?? '',
    },
  },
).start()

loginActor.on('login.signedIn', ({ signedIn }) => sessionActor.send({ type: 'session.signedIn', signedIn }))
sessionActor.on('session.began', () => loginActor.send({ type: 'visitor.signedIn' }))
