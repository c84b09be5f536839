import { createActor, fromPromise } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { deviceId } from '../connection/identity.ts'
import { sessionActor } from '../session/index.ts'
import { loginCalls } from './calls.ts'
import { defaultCountry } from './default-country.ts'
import { invitation } from './invitation.ts'
import { loginMachine } from './machine.ts'

const kept = invitation(localStore)

/** The calls' code, with axios and the schemas, comes when something is first asked for. */
const calls = loginCalls({
  accountCalls: () => import('../../lib/account-calls.ts'),
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

/** Drops the invitation code: the next sign-in sends that of those whom nobody invited. */
export const dropInvitation = (): void => kept.forget()

/** Keeps who invited, when the visitor came by such a link, and takes it out of the address. */
export const keepInvitation = (): void => {
  const href = kept.takeFrom(window.location.href)
  if (href !== null) window.history.replaceState(window.history.state, '', href)
}
