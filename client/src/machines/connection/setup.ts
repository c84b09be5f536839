import { type CloseCode, closeCodes, eagerPings, pingAfterMs } from '@minefall/shared/contracts/live'
import {
  assign,
  type CallbackActorLogic,
  type EventObject,
  enqueueActions,
  fromCallback,
  type PromiseActorLogic,
  raise,
  sendTo,
  setup,
} from 'xstate'
import { newerBalance } from '../../lib/newer-balance.ts'
import { addSample, type ClockSample, readClock } from './clock.ts'
import type { ConnectionInput, ConnectionReport, Inner } from './inner.ts'
import { backoffMs, type LinkInput } from './link.ts'
import type { ConnectionEmitted, ConnectionEvent } from './types.ts'
import type { Wire, WireSignal } from './wire.ts'

/**
 * Notifies the wire's listeners of what the machine decided. Its own actor, since listeners are machines too and
 * would otherwise run in the middle of our action.
 */
const tellerActor = fromCallback<WireSignal & EventObject, { wire: Wire }>(({ input: { wire }, receive }) =>
  receive((signal) => wire.tell(signal)),
)

/** A drop that repairs itself within this is not shown, in milliseconds. */
const graceMs = 1_000

/** The call that ended the session may be our own, its answer still on its way. */
const ownCallMs = 300
/** Refusals this far apart are unrelated. */
const calmMs = 60_000

/** A hanging attempt is given up: when a network returns, a fresh one is quicker than the old one's retries. */
const attemptWithinMs = (attempt: number) => Math.min(10_000, 4_000 + attempt * 1_000)
/** A server that took the connection lets guests in one after another: those who left the line would be its last again. */
const inLineWithinMs = 60_000

/** Why a connection ended; null for a failed attempt, which does not replace the earlier reason. */
const causeOf = (event: ConnectionEvent | ConnectionReport): CloseCode | null => {
  if (event.type === 'link.closed') return event.code
  if (event.type === 'clock.missed') return 'timeout'
  return event.type === 'network.offline' ? 'network' : null
}

const linkId = (key: number) => `link-${key}`

const linkInput = ({ wire, release, seated }: Inner, key: number, token: string | null): LinkInput => ({
  ...{ key, token, release, wire },
  seated: seated !== null,
})

/** The machine's actors, delays, guards and actions, by name. */
export const connectionSetup = setup({
  types: {
    context: {} as Inner,
    input: {} as ConnectionInput,
    events: {} as ConnectionEvent | ConnectionReport,
    emitted: {} as ConnectionEmitted,
    tags: {} as 'connected' | 'connecting' | 'disconnected',
  },
  actors: {
    /** One socket; reports `link.*`. */
    link: {} as CallbackActorLogic<{ type: string }, LinkInput>,
    /** Takes one clock sample over the wire. */
    sampler: {} as CallbackActorLogic<
      { type: string },
      { key: number; wire: Wire; now: () => number; samples: readonly ClockSample[] }
    >,
    /** Reports when a match is entered or left. */
    pace: {} as CallbackActorLogic<{ type: string }, { wire: Wire }>,
    teller: tellerActor,
    /** The browser's network and visibility; reports `network.*` and `tab.*`. */
    surroundings: {} as CallbackActorLogic<{ type: string }, { now: () => number }>,
    /** Watches the lobby while someone shows it. */
    lobby: {} as CallbackActorLogic<{ type: string }, { wire: Wire }>,
    /** Asks the server to know the link by another token; reports `identified` or `identify.failed`. */
    identify: {} as CallbackActorLogic<{ type: string }, { wire: Wire; token: string | null }>,
    /** Makes any call with the stored token, if there is one. */
    recover: {} as PromiseActorLogic<void>,
  },
  delays: {
    attemptTimeout: ({ context }) => attemptWithinMs(context.attempt),
    inLineTimeout: inLineWithinMs,
    recoverPause: ({ context: { refusals, random } }) =>
      ownCallMs + (refusals === 0 ? 0 : backoffMs(refusals, random)),
    backoff: ({ context }) => Math.max(0, (context.retryAt ?? 0) - context.now()),
    nextSample: ({ context }) => {
      if (context.asked < eagerPings) return pingAfterMs.eager
      if (context.wire.isAtMatch()) return pingAfterMs.atMatch
      return pingAfterMs.resting * (0.8 + 0.4 * context.random())
    },
  },
  guards: {
    isCurrent: ({ context, event }) => 'key' in event && event.key === context.key,
    isNext: ({ context, event }) => 'key' in event && event.key === context.nextKey,
    isWelcome: ({ event }) => event.type === 'link.message' && event.message.name === 'welcome',
    /** The server is draining. */
    isDrain: ({ event }) => event.type === 'link.message' && event.message.name === 'drain',
    isEnding: ({ context, event }) =>
      event.type === 'link.closed' &&
      event.key === context.key &&
      event.code !== null &&
      !closeCodes[event.code].retry,
    /** The server knows the link by a token other than the stored one. */
    isOutdated: ({ context }) => context.token() !== context.usedToken,
    isSignedOut: ({ event }) => event.type === 'link.closed' && event.code === 'signed-out',
    mayRetry: ({ event }) => event.type === 'identify.failed' && event.retry,
    isWatched: ({ context }) => context.watchers > 0,
  },
  actions: {
    openLink: enqueueActions(({ context, event, enqueue }) => {
      const key = context.lastKey + 1
      const token = context.token()
      const isOffline = context.isOffline && event.type !== 'network.online'
      enqueue.assign({ key, lastKey: key, retryAt: null, usedToken: token, isOffline })
      enqueue.spawnChild('link', { id: linkId(key), input: linkInput(context, key, token) })
    }),
    openNextLink: enqueueActions(({ context, enqueue }) => {
      const key = context.lastKey + 1
      const token = context.token()
      enqueue.assign({ nextKey: key, lastKey: key, nextToken: token })
      enqueue.spawnChild('link', { id: linkId(key), input: linkInput(context, key, token) })
    }),
    dropLinks: enqueueActions(({ context, enqueue }) => {
      for (const key of [context.key, context.nextKey, context.oldKey]) {
        if (key === null) continue
        enqueue.stopChild(linkId(key))
        enqueue(() => context.wire.detach(key))
      }
      enqueue.assign({ key: null, nextKey: null, oldKey: null })
    }),
    dropNextLink: enqueueActions(({ context, enqueue }) => {
      if (context.nextKey === null) return
      enqueue.stopChild(linkId(context.nextKey))
      enqueue.assign({ nextKey: null })
    }),
    dropOldLink: enqueueActions(({ context, enqueue }) => {
      const { oldKey } = context
      if (oldKey === null) return
      enqueue.stopChild(linkId(oldKey))
      enqueue(() => context.wire.detach(oldKey))
      enqueue.assign({ oldKey: null })
    }),
    moveToNextLink: assign(({ context }) => ({
      key: context.nextKey,
      usedToken: context.nextToken,
      nextKey: null,
      oldKey: context.key,
      asked: 0,
    })),
    takeWelcome: assign(({ context, event }) => {
      if (event.type !== 'link.message' || event.message.name !== 'welcome') return {}
      const { player, seated, balance, release } = event.message.payload
      const isMove = event.key === context.nextKey
      return {
        player,
        identityToken: isMove ? context.nextToken : context.usedToken,
        seated,
        // A fresh connection may be another player's; a move to another server only where someone signed in or out.
        balance:
          isMove && context.nextToken === context.usedToken
            ? newerBalance(context.balance, balance)
            : balance,
        // Told after the welcome, where there are any.
        unread: 0,
        release: context.release ?? release,
        updateReady: context.updateReady || (context.release !== null && context.release !== release),
      }
    }),
    becomeLive: enqueueActions(({ enqueue }) => {
      enqueue.assign({
        closeCode: null,
        attempt: 0,
        retryAt: null,
        asked: 0,
        isDown: false,
        isOffline: false,
      })
      enqueue.cancel('outage')
    }),
    noteFelt: assign({ isDown: true }),
    noteNetwork: assign({ isOffline: ({ event }) => event.type === 'network.offline' }),
    useLink: ({ context }) => {
      if (context.key !== null) context.wire.use(context.key)
    },
    tellUp: sendTo('teller', { type: 'up' }),
    tellDoubt: sendTo('teller', { type: 'doubt' }),
    tellDown: sendTo('teller', ({ context }) => ({
      type: 'down' as const,
      code: context.closeCode ?? ('network' as const),
    })),
    noteDown: enqueueActions(({ context, event, enqueue }) => {
      if (context.closeCode === null) enqueue.raise({ type: 'outage.felt' }, { id: 'outage', delay: graceMs })
      enqueue.assign({
        closeCode: causeOf(event) ?? context.closeCode ?? 'network',
        isOffline: context.isOffline || event.type === 'network.offline',
        samples: [],
        roundTripMs: null,
      })
    }),
    planRetry: assign(({ context }) => ({
      attempt: context.attempt + 1,
      retryAt: context.now() + backoffMs(context.attempt, context.random),
    })),
    takeMessage: assign(({ context, event }) => {
      if (event.type !== 'link.message') return {}
      const { message } = event
      switch (message.name) {
        case 'balance':
          return { balance: newerBalance(context.balance, message.payload) }
        case 'profile':
          return { player: message.payload.player }
        case 'seated':
          return { seated: message.payload.seated }
        case 'lobby.digest':
          return { digest: message.payload }
        case 'chat.unread':
          return { unread: message.payload.count }
        default:
          return {}
      }
    }),
    readToken: assign({ askedToken: ({ context }) => context.token() }),
    /** The account's, once its session is over here; a guest's goes on under the account that they sign in to. */
    forgetSeat: assign(({ context: { seated, identityToken, token } }) => ({
      seated: identityToken === null || identityToken === token() ? seated : null,
    })),
    /** Another player's balance has its own versions. */
    takeIdentity: assign(({ context, event }) =>
      event.type === 'identified'
        ? { ...event.as, usedToken: context.askedToken, identityToken: context.askedToken }
        : {},
    ),
    identifyAgain: raise({ type: 'connection.identify' }),
    countRefusal: assign(({ context: { refusals, refusedAt, now } }) => ({
      refusals: now() - refusedAt > calmMs ? 0 : refusals + 1,
      refusedAt: now(),
    })),
    tellMessage: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'link.message') return
      // It may have been any of the others.
      const isMissed = event.message.name === 'missed'
      if (isMissed || event.message.name === 'profile') enqueue.emit({ type: 'connection.profileChanged' })
      if (isMissed || event.message.name === 'order') enqueue.emit({ type: 'connection.orderMoved' })
      if (isMissed) {
        enqueue.emit({ type: 'connection.rewarded', news: { kind: 'progress' } })
        enqueue.sendTo('teller', { type: 'missed' })
      }
      if (event.message.name === 'rewards')
        enqueue.emit({ type: 'connection.rewarded', news: event.message.payload })
      if (event.message.name === 'paused')
        enqueue.sendTo('teller', { type: 'paused', ...event.message.payload })
    }),
    takeSample: assign(({ context, event }) => {
      if (event.type !== 'clock.sampled') return {}
      const samples = addSample(context.samples, event)
      return { samples, ...readClock(samples) }
    }),
    forgetSamples: assign({ samples: [], asked: 0 }),
    countSample: assign({ asked: ({ context }) => context.asked + 1 }),
    addWatcher: assign({ watchers: ({ context }) => context.watchers + 1 }),
    removeWatcher: assign({ watchers: ({ context }) => Math.max(0, context.watchers - 1) }),
  },
})
