import { type ContactKind, countryOfNumber } from '@minefall/shared/contact'
import type { SendCodeBody } from '@minefall/shared/contracts/rest'
import { emit, raise } from 'xstate'
import { firstContext, loginSetup } from './setup.ts'
import type { Credentials, LoginContext } from './types.ts'

type Form = Pick<
  LoginContext,
  'tab' | 'contact' | 'detected' | 'country' | 'password' | 'code' | 'invitation'
>

/** The documented login types. */
const loginType = {
  phone: { password: 1, code: 2 },
  email: { password: 3, code: 4 },
} as const

/** A number with a plus has its own country, whatever is selected. */
const phoneOf = ({ contact, country }: Form) => {
  const { code, dialCode } = countryOfNumber(contact, country) ?? country
  return { phoneCode: dialCode, countrycode: code }
}

/** The machine's guards submit no form without a contact. */
const kindOf = ({ detected }: Form): ContactKind => {
  if (detected === 'none') throw new Error('a form without a contact is not sent')
  return detected
}

/** The form as the body of `index/login`. Throws without a contact. */
const credentialsOf = (form: Form): Credentials => {
  const { tab, contact, password, code, invitation } = form
  const kind = kindOf(form)
  return {
    username: contact.trim(),
    type: loginType[kind][tab],
    ...(tab === 'password' ? { password } : { code }),
    ...(kind === 'phone' ? phoneOf(form) : {}),
    ...(invitation === '' ? {} : { invitationCode: invitation }),
  }
}

/** The form as the body of `index/sendcode`. Throws without a contact. */
const sendCodeBodyOf = (form: Form): SendCodeBody => {
  const { contact } = form
  const kind = kindOf(form)
  return {
    contactType: kind,
    contact: contact.trim(),
    ...(kind === 'phone' ? { countryCode: phoneOf(form).phoneCode } : {}),
  }
}

const codeFailed = { type: 'noteError', params: 'code' } as const
const loginFailed = { type: 'noteError', params: 'login' } as const

/**
 * The global login modal and its form. Requests outlive the modal: a sign-in counts even when the form was closed
 * before the answer, since the server has made the session, but leads nowhere. A late refusal is dropped.
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  context: ({ input }) => firstContext(input),
  type: 'parallel',
  states: {
    window: {
      initial: 'hidden',
      states: {
        hidden: { on: { 'login.open': { target: 'shown', actions: ['fillIn', 'await'] } } },
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
            'invitation.type': { guard: 'takesCode', actions: 'typeInvitation' },
          },
        },
      },
    },
    codes: {
      initial: 'idle',
      // A requested code comes by mail or SMS; a closed form needs no answer.
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
