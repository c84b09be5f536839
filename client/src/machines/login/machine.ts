import { emit, raise } from 'xstate'
import { credentialsOf, sendCodeBodyOf } from './bodies.ts'
import { firstContext, loginSetup } from './setup.ts'

const codeFailed = { type: 'noteError', params: 'code' } as const
const loginFailed = { type: 'noteError', params: 'login' } as const

/**
 * The global login modal and its form. What is asked of the server outlives the window that asked: a sign-in that
 * the server made is taken even when the form was closed meanwhile, since the account is signed in by then; it
 * leads nowhere, for the pending path went with the window. A refusal that comes too late is dropped.
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  context: ({ input }) => firstContext(input),
  type: 'parallel',
  states: {
    window: {
      initial: 'hidden',
      states: {
        hidden: { on: { 'login.open': { target: 'shown', actions: 'await' } } },
        shown: {
          tags: 'visible',
          on: {
            'login.open': { actions: 'await' },
            'login.close': { target: 'hidden', actions: 'clear' },
            'visitor.signedIn': { target: 'hidden', actions: ['goOn', 'clear'] },
            'tab.choose': { actions: 'chooseTab' },
            'contact.type': { actions: 'typeContact' },
            'country.choose': { actions: 'chooseCountry' },
            'dialCode.type': { actions: 'typeDialCode' },
            'dialCode.leave': { actions: 'settleDialCode' },
            'password.type': { guard: 'takesPassword', actions: 'typePassword' },
            'code.type': { guard: 'takesCode', actions: 'typeCode' },
          },
        },
      },
    },
    codes: {
      initial: 'idle',
      // A code that was asked for comes by mail or SMS; the answer is of no use to a form that is gone.
      on: { 'login.close': '.idle', 'visitor.signedIn': '.idle' },
      states: {
        idle: {
          on: {
            'code.send': {
              guard: 'canSend',
              target: 'sending',
              actions: ['settleDialCode', 'forgetError'],
            },
          },
        },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'sendCode',
            input: ({ context }) => sendCodeBodyOf(context),
            onDone: {
              target: 'counting',
              actions: [{ type: 'noteSent', params: ({ event }) => event.output }, 'startCountdown'],
            },
            onError: [
              { guard: 'mustWait', target: 'counting', actions: [codeFailed, 'startCountdown'] },
              { target: 'idle', actions: codeFailed },
            ],
          },
        },
        counting: {
          tags: 'counting',
          entry: 'countDown',
          after: {
            nextSecond: [
              { guard: 'mayResend', target: 'idle', actions: 'countDown' },
              { target: 'counting', reenter: true },
            ],
          },
        },
      },
    },
    signing: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'login.submit': {
              guard: 'canSubmit',
              target: 'submitting',
              actions: ['settleDialCode', 'forgetError', 'noteSubmitted'],
            },
          },
        },
        submitting: {
          tags: 'signing',
          invoke: {
            src: 'signIn',
            input: ({ context }) => credentialsOf(context),
            onDone: {
              target: 'idle',
              actions: [
                emit(({ event }) => ({ type: 'login.signedIn' as const, signedIn: event.output })),
                raise({ type: 'visitor.signedIn' }),
              ],
            },
            onError: [{ guard: 'isOfThisForm', target: 'idle', actions: loginFailed }, { target: 'idle' }],
          },
        },
      },
    },
  },
})
