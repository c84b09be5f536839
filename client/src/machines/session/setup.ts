import { shownCoins } from '@minefall/shared/coins'
import type { User } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { assign, type CallbackActorLogic, emit, fromPromise, raise, setup } from 'xstate'
import { newerBalance } from '../../lib/newer-balance.ts'
import { freshAvatar } from './avatar-address.ts'
import { noOne, showing } from './shown.ts'
import type { StoredSession } from './stored-session.ts'
import { readUser, sessionRecord } from './stored-user.ts'
import type { TabEvent } from './tab-actor.ts'
import type { AccountBalance, SessionContext, SessionEmitted, SessionEvent, SessionTag } from './types.ts'

/** Injected dependencies. */
export type SessionInput = {
  kept: StoredSession
  /** Local milliseconds since 1970. */
  now(): number
  /** Whether this tab is visible. */
  isVisible(): boolean
  /** Tells the server that this token's session is over; failures are ignored. */
  tellSignedOut(token: string): void
  /** What the page shows of it already. */
  shown?: SessionContext
}

/** The result of a refresh: null for what failed. */
export type Refreshed = { user: User | null; balance: AccountBalance | null }

type Inner = SessionContext &
  Omit<SessionInput, 'shown'> & {
    /** Grows with each change of the user other than a refresh: earlier answers are outdated. */
    changes: number
    /** Grows whenever a refresh is asked for. */
    asked: number
    /** Both counters when the current refresh began. */
    under: { changes: number; asked: number; token: string | null }
  }

const isOfAnother = ({ user }: Inner, told: Refreshed): boolean =>
  user !== null && told.user !== null && told.user.id !== user.id

const notices = {
  'signed-out': 'signed-out',
  expired: 'session-expired',
  unauthenticated: 'unauthenticated',
  blocked: 'account-blocked',
} as const satisfies Record<string, NoticeName>

export const initialContext = ({ input: { shown = noOne, ...input } }: { input: SessionInput }): Inner => ({
  ...shown,
  ...input,
  changes: 0,
  asked: 0,
  under: { changes: 0, asked: 0, token: null },
})

/** The machine's actors, guards and actions, by name. */
export const sessionSetup = setup({
  types: {
    context: {} as Inner,
    input: {} as SessionInput,
    events: {} as
      | SessionEvent
      | TabEvent
      /** Restores the stored session at start. */
      | { type: 'session.start' }
      /** It is time for the periodic refresh. */
      | { type: 'session.due' },
    emitted: {} as SessionEmitted,
    tags: {} as SessionTag,
  },
  actors: {
    /** Reports `storage.changed` and `tab.visible`. */
    tab: {} as CallbackActorLogic<{ type: string }>,
    refresh: fromPromise<Refreshed>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    isStored: ({ context: { kept } }) => kept.token() !== null && kept.user() !== null,
    isUnreadable: ({ context: { kept } }) => kept.isUnreadable(),
    hasToken: ({ context: { kept } }) => kept.token() !== null,
    hasNoToken: ({ context: { kept } }) => kept.token() === null,
    isAnother: ({ context: { kept, user } }) => {
      const id = kept.user()?.id
      return id !== undefined && user !== null && id !== user.id
    },
    isVisible: ({ context }) => context.isVisible(),
    /** The user changed since the request, or it was for someone else. */
    isOutdated: ({ context }, told: Refreshed) =>
      context.under.changes !== context.changes ||
      (isOfAnother(context, told) && context.under.token !== context.token),
    isOfAnother: ({ context }, told: Refreshed) => isOfAnother(context, told),
    isAskedAgain: ({ context: { under, asked } }) => under.asked !== asked,
    /** Another tab changed the token, and its event is still on its way. */
    isBehind: ({ context: { kept, token } }) => kept.token() !== token,
  },
  actions: {
    clearStored: ({ context }) => context.kept.clear(),
    /** Adopts the stored session: at start, and after another tab changed it. */
    adoptStored: assign(({ context }) => {
      const token = context.kept.token()
      const user = context.kept.user() ?? context.user
      if (JSON.stringify(user) === JSON.stringify(context.user)) return { token }
      const balance = user?.id === context.user?.id ? context.balance : null
      return { ...showing(context, user, balance), token, changes: context.changes + 1 }
    }),
    begin: assign(({ context, event }) => {
      if (event.type !== 'session.signedIn') return {}
      const { token } = event.signedIn
      return { ...showing(context, sessionRecord(event.signedIn), null), token }
    }),
    keep: ({ context: { kept, token, user } }) => {
      if (token !== null && user !== null) kept.keep(token, user)
    },
    keepUser: ({ context: { kept, user } }) => {
      if (user !== null) kept.keepUser(user)
    },
    takeToken: assign(({ context, event }) => {
      if (event.type !== 'session.tokenRefreshed') return {}
      const { token } = event
      return { token, user: context.user && { ...context.user, token } }
    }),
    takeChange: assign(({ context, event }) => {
      // An answer may come when someone else is signed in.
      if (event.type !== 'session.userChanged' || context.user?.id !== event.id) return {}
      const user = { ...context.user, ...event.user }
      return {
        ...showing(context, user, context.balance),
        // A new picture may have the address of the old one.
        ...(event.user.avatar === undefined ? {} : { userAvatar: freshAvatar(user.avatar, context.now()) }),
        changes: context.changes + 1,
      }
    }),
    takeRefreshed: assign(({ context }, told: Refreshed) => {
      const user = told.user ? readUser({ ...told.user, token: context.token }) : context.user
      const before = isOfAnother(context, told) ? null : context.balance
      return showing(context, user, told.balance ? newerBalance(before, told.balance) : before)
    }),
    takeBalance: assign(({ context, event }) => {
      if (event.type !== 'session.balanceChanged') return {}
      const told = { ...event.balance, coins: shownCoins(event.balance) }
      return showing(context, context.user, newerBalance(context.balance, told))
    }),
    countAsked: assign({ asked: ({ context }) => context.asked + 1 }),
    noteRefresh: assign({
      under: ({ context: { changes, asked, token } }) => ({ changes, asked, token }),
    }),
    raiseDue: raise({ type: 'session.due' }),
    catchUp: raise({ type: 'storage.changed' }),
    forget: assign(noOne),
    tellServer: ({ context }) => {
      if (context.token !== null) context.tellSignedOut(context.token)
    },
    tellBegan: emit({ type: 'session.began' }),
    tellEnded: emit((_, why: Extract<SessionEmitted, { type: 'session.ended' }>['why']) => ({
      type: 'session.ended' as const,
      why,
    })),
    tellWhy: emit(({ event }, why: keyof typeof notices) => ({
      type: 'session.noticed' as const,
      notice: notices[why],
      ...('text' in event && { text: event.text }),
    })),
    tellSignedIn: emit({ type: 'session.noticed', notice: 'signed-in' }),
  },
})
