import type { Envelope } from '@minefall/shared/contracts'
import type { Socket } from 'socket.io-client'
import { eventually } from './eventually.ts'

/** What a client of ours receives, by the names of the messages and what they say. */
export type Inbox<Messages extends Record<string, unknown>, Asks extends string> = {
  /** The socket without types, for what no client of ours sends. */
  loose: Socket
  /** Everything the server sent, in order. */
  inbox: { name: keyof Messages; payload: unknown }[]
  got<N extends keyof Messages>(name: N): Messages[N][]
  /** Resolves with the first message of this name, past or to come. */
  first<N extends keyof Messages>(name: N): Promise<Messages[N]>
  /** Sends whatever it is given, rightly shaped or not, and resolves with the acknowledgement. */
  ask(name: Asks, payload: unknown): Promise<Envelope<unknown>>
  /** Resolves when the connection is over, with socket.io's reason. */
  gone: Promise<string>
}

/** Keeps what a socket receives, for a test to look at. */
export const inboxOf = <Messages extends Record<string, unknown>, Asks extends string>(
  loose: Socket,
): Inbox<Messages, Asks> => {
  const inbox: Inbox<Messages, Asks>['inbox'] = []
  loose.onAny((name, payload) => inbox.push({ name, payload }))
  const got = <N extends keyof Messages>(name: N) =>
    inbox.flatMap((one) => (one.name === name ? [one.payload as Messages[N]] : []))
  return {
    loose,
    inbox,
    got,
    first: (name) =>
      eventually(() => {
        const found = got(name)[0]
        if (found === undefined) throw new Error(`no ${String(name)} yet`)
        return found
      }),
    ask: (name, payload) => loose.emitWithAck(name, payload),
    gone: new Promise((resolve) => {
      loose.on('disconnect', resolve)
      loose.on('connect_error', ({ message }) => resolve(message))
    }),
  }
}
