import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { bodyCode } from '@minefall/shared/contracts'
import type { Counter } from 'prom-client'
import { answerRaw, type RawAnswer } from './raw-answer.ts'
import type { Reach } from './reach.ts'
import { misdirected } from './security.ts'
import { oneATurn } from './turns.ts'

/** Why an upgrade is refused, as counted, and the answer. */
export type UpgradeRefusal = RawAnswer & { reason: string }
/** Refuses an upgrade, or null to accept it. */
type Gate = { check(request: IncomingMessage): UpgradeRefusal | null }
type Refusals = Counter<'reason'>

type UpgradesOptions = {
  /** Counts what leads nowhere or names another host. */
  lost: Refusals
  isOurs: Reach['isOurs']
  /** Runs what it is given when all that was asked before over a connection is answered. */
  afterAnswers: (stream: Socket, run: () => void) => void
}

type Door = { gate: Gate; refused: Refusals; behind: Server }

const nothingThere: UpgradeRefusal = {
  reason: 'path',
  status: 404,
  code: bodyCode.notFound,
  msg: 'there is nothing to upgrade to here',
}

/**
 * After an upgrade Node has no error listener: an unhandled error would end the process. The listener lives as long
 * as the stream, so it must not hold the request's headers in a closure.
 */
function end(this: Duplex): void {
  this.destroy()
}

const refuse = (stream: Duplex, refusal: UpgradeRefusal, refused: Refusals) => {
  refused.inc({ reason: refusal.reason })
  answerRaw(stream, refusal)
}

export type Upgrades = ReturnType<typeof upgradesOf>

/**
 * Owns every upgrade that `server` is asked for: what leads nowhere or is refused by a gate is answered and ended here,
 * and only the rest is handed on. `lost` counts what leads nowhere or names another host, which is refused before
 * anything else looks at it.
 */
export const upgradesOf = (server: Server, { lost, isOurs, afterAnswers }: UpgradesOptions) => {
  const doors = new Map<string, Door>()
  const soon = oneATurn()
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (stream.destroyed) return
    if (!isOurs(request)) return refuse(stream, { reason: 'host', ...misdirected }, lost)
    const door = doors.get(request.url?.split('?', 1)[0] ?? '')
    if (!door) return refuse(stream, nothingThere, lost)
    const refusal = door.gate.check(request)
    if (refusal) return refuse(stream, refusal, door.refused)
    door.behind.emit('upgrade', request, stream, head)
  }
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', end)
    afterAnswers(request.socket, () => soon(() => upgrade(request, stream, head)))
  })
  return {
    /**
     * A server for upgrades at `path` that pass `gate`; its upgrade listeners get them. It never listens on a port.
     */
    at(path: string, gate: Gate, refused: Refusals): Server {
      const behind = createServer()
      doors.set(path, { gate, refused, behind })
      return behind
    },
  }
}
