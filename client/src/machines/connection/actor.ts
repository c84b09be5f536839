import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { storedSession } from '../session/stored-session.ts'
import { paceActor } from './clock.ts'
import { deviceId, randomHex } from './identity.ts'
import { createLinkActor } from './link.ts'
import { connectionMachine } from './machine.ts'
import { surroundingsActor } from './surroundings-actor.ts'
import type { Wire } from './wire.ts'
import type { Run } from './with-link.ts'

/** The code of what runs on a live link, the socket's with it. Rejects where it can't be had, for as long as the page lives. */
export const parts = () => import('./with-link.ts')

/**
 * An actor whose code is loaded with the socket's. It gets an input and a callback from the machine, and returns a
 * stop function.
 */
const withLink = <I>(pick: (loaded: Awaited<ReturnType<typeof parts>>) => Run<I>) =>
  fromCallback<EventObject, I>(({ input, sendBack }) => {
    const stop = parts().then((loaded) => pick(loaded)(input, sendBack))
    return () => void stop.then((run) => run())
  })

/** Tells a reconnecting page from a second tab; after a reload the old socket is gone. */
const tab = randomHex(8)

/** The machine of this tab on its wire, not started. */
export const createConnection = (wire: Wire) =>
  createActor(
    connectionMachine.provide({
      actors: {
        link: createLinkActor(
          () => parts().then(({ openSocketLink }) => openSocketLink),
          ({ token, release, seated }) => ({
            deviceId: deviceId(localStore),
            token: token ?? undefined,
            tab,
            locale: navigator.language.slice(0, 20),
            release: release ?? undefined,
            seated: seated || undefined,
          }),
        ),
        pace: paceActor,
        sampler: withLink(({ sample }) => sample),
        lobby: withLink(({ watchLobby }) => watchLobby),
        identify: withLink(({ identify }) => identify),
        recover: fromPromise(async () => {
          if (storedSession.token() !== null) await (await import('../../calls/account-calls.ts')).fetchUser()
        }),
        surroundings: surroundingsActor,
      },
    }),
    { input: { wire, now: () => Date.now(), random: Math.random, token: storedSession.token } },
  )
