import {
  cleanCode,
  cleanDialCode,
  cleanDigits,
  codeLength,
  countryOfNumber,
  detectContact,
  invitationLength,
  passwordMin,
  settleDialCode,
} from '@minefall/shared/contact'
import type { CodeSent, SendCodeBody, SignedIn } from '@minefall/shared/contracts/rest'
import { assertEvent, assign, enqueueActions, type PromiseActorLogic, setup } from 'xstate'
import { waitOf } from '../../lib/call-error.ts'
import type { Credentials, LoginContext, LoginEmitted, LoginEvent, LoginInput } from './types.ts'

type Inner = LoginContext &
  LoginInput & {
    /** When another code may be asked for, in local milliseconds since 1970. */
    resendAt: number
    /** Counts closed forms, to tell an answer to this form from an older one. */
    closed: number
    /** What `closed` was when the form was submitted. */
    submittedAt: number
  }

/** The documented wait between two codes, in seconds. */
const resendSeconds = 60

const emptyForm = (home: LoginInput['home']) => ({
  tab: 'code' as const,
  contact: '',
  detected: 'none' as const,
  country: home,
  dialCode: `+${home.dialCode}`,
  password: '',
  code: '',
  invitation: '',
  error: null,
  failed: 'login' as const,
  codeSent: null,
  secondsLeft: 0,
  resendAt: 0,
})

export const firstContext = ({ now, home, invited }: LoginInput): Inner => ({
  now,
  home,
  invited,
  ...emptyForm(home),
  pendingPath: null,
  closed: 0,
  submittedAt: 0,
})

/** The typed contact and its kind. A number with a plus selects its country. */
const readContact = (text: string, { country, dialCode }: LoginContext) => {
  const contact = text.trim()
  const own = countryOfNumber(contact, country)
  return {
    detected: detectContact(contact),
    ...(own ? { country: own, dialCode: `+${own.dialCode}` } : { country, dialCode }),
  }
}

const secondsUntil = ({ resendAt, now }: Inner) => Math.max(0, Math.ceil((resendAt - now()) / 1_000))

/** The machine's actors, delays, guards and actions, by name. */
export const loginSetup = setup({
  types: {
    context: {} as Inner,
    input: {} as LoginInput,
    events: {} as LoginEvent,
    emitted: {} as LoginEmitted,
    tags: {} as 'visible' | 'sending' | 'counting' | 'signing',
  },
  actors: {
    sendCode: {} as PromiseActorLogic<CodeSent, SendCodeBody>,
    signIn: {} as PromiseActorLogic<SignedIn, Credentials>,
  },
  delays: {
    /** Until the seconds left are one fewer; a tab that slept catches up when it wakes. */
    nextSecond: ({ context }) => {
      const left = context.resendAt - context.now()
      return Math.max(0, left - Math.max(0, context.secondsLeft - 1) * 1_000)
    },
  },
  guards: {
    takesPassword: ({ context }) => context.tab === 'password',
    takesCode: ({ context }) => context.tab === 'code',
    canSend: ({ context }) => context.detected !== 'none',
    canSubmit: ({ context: { detected, password, code } }) =>
      detected !== 'none' && (password.length >= passwordMin || code.length >= codeLength),
    mayResend: ({ context }) => secondsUntil(context) === 0,
    mustWait: ({ event }) => 'error' in event && waitOf(event.error) !== null,
    isOfThisForm: ({ context }) => context.submittedAt === context.closed,
  },
  actions: {
    clear: assign(({ context }) => ({
      ...emptyForm(context.home),
      pendingPath: null,
      closed: context.closed + 1,
    })),
    fillIn: assign({ invitation: ({ context }) => context.invited() }),
    await: assign({
      pendingPath: ({ context, event }) => {
        assertEvent(event, 'login.open')
        return event.pendingPath ?? context.pendingPath
      },
    }),
    goOn: enqueueActions(({ context, enqueue }) => {
      if (context.pendingPath !== null) enqueue.emit({ type: 'login.goOn', path: context.pendingPath })
    }),
    chooseTab: assign(({ context, event }) => {
      assertEvent(event, 'tab.choose')
      return { tab: event.tab, password: '', code: '', invitation: context.invited(), error: null }
    }),
    typeContact: assign(({ context, event }) => {
      assertEvent(event, 'contact.type')
      return { contact: event.text, ...readContact(event.text, context), error: null, codeSent: null }
    }),
    chooseCountry: assign(({ event }) => {
      assertEvent(event, 'country.choose')
      return { country: event.country, dialCode: `+${event.country.dialCode}` }
    }),
    typeDialCode: assign(({ event }) => {
      assertEvent(event, 'dialCode.type')
      return { dialCode: cleanDialCode(event.text) }
    }),
    settleDialCode: assign(({ context: { country, dialCode } }) => {
      const settled = settleDialCode(dialCode, { selected: country, previous: `+${country.dialCode}` })
      return { country: settled.country, dialCode: settled.field }
    }),
    typePassword: assign(({ event }) => {
      assertEvent(event, 'password.type')
      return { password: event.text, error: null }
    }),
    typeCode: assign(({ event }) => {
      assertEvent(event, 'code.type')
      return { code: cleanCode(event.text), error: null }
    }),
    typeInvitation: assign(({ event }) => {
      assertEvent(event, 'invitation.type')
      return { invitation: cleanDigits(event.text, invitationLength), error: null }
    }),
    forgetError: assign({ error: null }),
    noteSubmitted: assign({ submittedAt: ({ context }) => context.closed }),
    noteError: assign(({ event }, failed: LoginContext['failed']) => ({
      error: 'error' in event ? event.error : null,
      failed,
    })),
    noteSent: assign((_, { accountsOnly }: CodeSent) => ({
      codeSent: accountsOnly ? ('accounts-only' as const) : ('sent' as const),
      error: null,
    })),
    startCountdown: assign(({ context, event }) => {
      const seconds = 'error' in event ? (waitOf(event.error) ?? resendSeconds) : resendSeconds
      return { resendAt: context.now() + seconds * 1_000 }
    }),
    countDown: assign({ secondsLeft: ({ context }) => secondsUntil(context) }),
  },
})
