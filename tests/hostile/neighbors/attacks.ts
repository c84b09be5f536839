import { setTimeout } from 'node:timers/promises'
import { attacker, upgraded } from '../attacker.ts'
import { eventText, frame } from '../frames.ts'
import { openWire, upgradeRequest, type Wire, type WireOptions } from '../wire.ts'
import { signInAll } from './logins.ts'

/** Attacks until it is aborted, and tells `did` each time; what it opened is closed by then. */
type Attack = (at: WireOptions, signal: AbortSignal, did: () => void) => Promise<void>

const isOver = (wire: Wire) => wire.socket.destroyed
/** What was ended or refused is tried again after this, in milliseconds: that costs the server more than waiting. */
const atOnceMs = 20

/** Keeps `count` of what `open` opens open: what the server ends is opened again. */
const keepOpen = async (
  count: number,
  signal: AbortSignal,
  open: (number: number) => Promise<Wire>,
  againMs = atOnceMs,
) => {
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  const one = async (number: number) => {
    while (!signal.aborted) {
      const wire = await open(number).catch(() => null)
      // Looking again and again at 500 sockets would cost the machine what the attack is measured by.
      if (wire) await Promise.race([wire.over, aborted])
      wire?.end()
      await setTimeout(againMs)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, number) => one(number)))
}

/** Between everyone having signed in and everyone signing in again, in milliseconds. */
const betweenLoginsMs = 3_000
/** Between two tries of one who is refused, in milliseconds. */
const patientMs = 1_000

/** How long connections that ask and don't read are held, in milliseconds. */
const heldMs = 100

/** One socket that says nothing, half a request, or nothing after the upgrade. */
const halfOpenOne = (at: WireOptions, did: () => void) => async (number: number) => {
  did()
  if (number % 3 === 2) return upgraded(at)
  const wire = await openWire(at)
  if (number % 3 === 1) wire.send(upgradeRequest().slice(0, -2))
  return wire
}

const floodPerSecond = 2_000
const tickMs = 10

export const attacks = {
  /** 2,000 messages a second from one socket. */
  flood: (at, signal, did) =>
    keepOpen(1, signal, async () => {
      const one = await attacker(at)
      for (let id = 0; !signal.aborted && !isOver(one); await setTimeout(tickMs)) {
        for (let n = 0; n < (floodPerSecond * tickMs) / 1000; n++) {
          one.say(eventText('lobby.unwatch', {}, id++))
          did()
        }
      }
      return one
    }),
  /** A frame of 1 MB, again as soon as the connection that sent it has been ended. */
  large: (at, signal, did) => {
    const megabyte = frame('4'.repeat(1024 * 1024))
    return keepOpen(1, signal, async () => {
      const one = await attacker(at)
      one.send(megabyte)
      did()
      return one
    })
  },
  /** 500 sockets that say nothing, half a request, or nothing after the upgrade. */
  halfOpen: (at, signal, did) => keepOpen(500, signal, halfOpenOne(at, did), patientMs),
  /** The same, trying again at once: hundreds of connections a second, of which more and more are refused. */
  storm: (at, signal, did) => keepOpen(500, signal, halfOpenOne(at, did)),
  /** A reader that asks for as much as it may and reads nothing. */
  unread: (at, signal, did) =>
    keepOpen(1, signal, async () => {
      const one = await attacker(at)
      const found = await one.ask('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' })
      const { matchId }: { matchId: string } = JSON.parse(JSON.stringify(found.data))
      one.socket.pause()
      for (let id = 1; !signal.aborted && !isOver(one); await setTimeout(100)) {
        one.say(eventText('match.follow', { matchId, seq: null, unacknowledged: [] }, id++))
        did()
      }
      return one
    }),
  /** Ten connections that ask for the page and the largest answers a hundred times at once, read nothing and go; again and again. */
  pipelined: async (at, signal, did) => {
    const paths = ['/', '/docs/json', '/docs/static/swagger-ui-bundle.js', '/api/game/list']
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('')
    while (!signal.aborted) {
      const wires = await Promise.all(Array.from({ length: 10 }, () => openWire({ ...at, stubborn: true })))
      for (const wire of wires) {
        wire.socket.pause()
        wire.send(requests.repeat(25))
        did()
      }
      await setTimeout(heldMs)
      for (const wire of wires) wire.end()
    }
  },
  /** No attack: twenty people sign in with their passwords at the same time, and again three seconds later. */
  logins: async ({ port }, signal, did) => {
    while (!signal.aborted) {
      await signInAll(`http://127.0.0.1:${port}`)
      did()
      await setTimeout(betweenLoginsMs)
    }
  },
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
export const attackNames = [
  'flood',
  'large',
  'halfOpen',
  'unread',
  'storm',
  'pipelined',
  'logins',
] as const satisfies readonly AttackName[]
