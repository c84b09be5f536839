import { countryByCode } from '@minefall/shared/contact'
import type { CodeSent, SendCodeBody, SignedIn } from '@minefall/shared/contracts/rest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { loginMachine } from '../machine.ts'
import type { Credentials, LoginEvent } from '../types.ts'

/** One of the 27, by its letters. */
export const country = (code: string) => {
  const found = countryByCode(code)
  if (!found) throw new Error(code)
  return found
}

/** What the server answers to a sign-in. */
export const ada: SignedIn = {
  id: '1',
  username: 'ada@home.example',
  nickname: '',
  email: 'ada@home.example',
  phoneNumber: '',
  avatar: 'fox',
  coins: 0,
  level: 0,
  vipLevel: 0,
  countrycode: '',
  phoneCode: '',
  flagUrl: '',
  languagecode: 'en-US',
  invitationCode: '12345678',
  currencyCode: 'USD',
  currencySymbol: '$',
  exchangeRate: 1,
  token: 'a.1.b',
}

/** A call that is answered when the test says so. */
const call = <In, Out>() => {
  const asked: { body: In; answer(value: Out): Promise<void>; refuse(error: unknown): Promise<void> }[] = []
  const logic = fromPromise<Out, In>(
    ({ input }) =>
      new Promise((resolve, reject) => {
        const settled = () => new Promise<void>((done) => setTimeout(done, 0))
        asked.push({
          body: input,
          answer: (value) => {
            resolve(value)
            return settled()
          },
          refuse: (error) => {
            reject(error)
            return settled()
          },
        })
      }),
  )
  return { asked, logic }
}

/** The form as a visitor in Malaysia has it, with a clock that the test moves. */
export const shown = ({ pendingPath = null as string | null, isOpen = true, invited = '' } = {}) => {
  const clock = new SimulatedClock()
  // Where the wall clock is apart from the timers': a tab that slept.
  let slept = 0
  const sending = call<SendCodeBody, CodeSent>()
  const signing = call<Credentials, SignedIn>()
  const actor = createActor(
    loginMachine.provide({ actors: { sendCode: sending.logic, signIn: signing.logic } }),
    { clock, input: { now: () => clock.now() + slept, home: country('MY'), invited: () => invited } },
  )
  const told: string[] = []
  actor.on('login.signedIn', ({ signedIn }) => told.push(`signed in ${signedIn.id}`))
  actor.on('login.goOn', ({ path }) => told.push(`go on to ${path}`))
  actor.start()
  const send = (...events: LoginEvent[]) => {
    for (const event of events) actor.send(event)
  }
  if (isOpen) send({ type: 'login.open', pendingPath })
  return {
    send,
    told,
    codes: sending.asked,
    logins: signing.asked,
    pass: (ms: number) => clock.increment(ms),
    sleep: (ms: number) => {
      slept += ms
    },
    now: () => actor.getSnapshot().context,
    has: (tag: 'visible' | 'sending' | 'counting' | 'signing') => actor.getSnapshot().hasTag(tag),
  }
}
