import { createActor } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { keptSession } from '../session/kept-session.ts'
import { identifyActor } from './identify-actor.ts'
import { deviceId, randomHex } from './identity.ts'
import { createLinkActor } from './link-actor.ts'
import { lobbyActor } from './lobby-actor.ts'
import { connectionMachine } from './machine.ts'
import { paceActor, samplerActor } from './sampler-actor.ts'
import type { ConnectionActorRef } from './snapshot.ts'
import { surroundingsActor } from './surroundings-actor.ts'
import { createWire, type LivePort } from './wire.ts'

/** Tells a reconnecting page from a second tab; a reload is a new page, and its old socket is gone with the old one. */
const tab = randomHex(8)

const wire = createWire()

const actor = createActor(
  connectionMachine.provide({
    actors: {
      link: createLinkActor(
        () => import('./socket-link.ts').then(({ openSocketLink }) => openSocketLink),
        ({ token, release }) => ({
          deviceId: deviceId(localStore),
          token: token ?? undefined,
          tab,
          locale: navigator.language.slice(0, 20),
          release: release ?? undefined,
        }),
      ),
      pace: paceActor,
      sampler: samplerActor,
      lobby: lobbyActor,
      identify: identifyActor,
      surroundings: surroundingsActor,
    },
  }),
  { input: { wire, now: () => Date.now(), random: Math.random, token: keptSession.token } },
)

/** The connection, created once outside React. It is idle until `startConnection`. */
export const connectionActor: ConnectionActorRef = actor

/** How the match machine speaks and listens. */
export const livePort: LivePort = wire

/** Starts it and opens the first connection; once, after the first paint. */
export const startConnection = (): void => {
  actor.start()
  actor.send({ type: 'connection.open' })
}
