import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { bodyCode } from '@minefall/shared/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './address.ts'
import { edgeRefusal } from './answers.ts'
import type { Connections } from './connections.ts'
import { fairLine } from './fair-line.ts'
import type { Strangers } from './strangers.ts'

/** The context of a proxied call. */
type Call = {
  /** Aborts when the caller has gone. */
  left: AbortSignal
  /** The headers of its reply before any of a platform's answer. */
  headers: ReturnType<FastifyReply['getHeaders']>
  /** Counts bytes buffered for the call until it is answered. */
  keep(bytes: number): void
  /** The platform is done: the next call in line may begin. */
  done(): void
}

const underWay = new AsyncLocalStorage<Call>()

/** The call being proxied, for requests to the platform on its behalf. */
export const currentCall = (): Call | undefined => underWay.getStore()

/** Calls proxied at a time per platform: more would only queue there. */
const atOnceOfPlatform = 32
/** Calls of one address that may wait; more are refused. */
const waitingOfAddress = 512
/** How long a refused caller should wait, in seconds: calls take milliseconds. */
const againSeconds = 1

/** A body up to this size, in bytes, is taken whole before the call joins the line: most are of a few hundred. */
const smallBodyMost = 256 * 1024
/** Calls with a larger body, which take as long as their sender, in all and per address; they have their own line. */
const uploadsAtOnce = 64
const uploadsOfAddress = 4
/** Bytes of an answer buffered before any is sent on. Only exports of long histories are larger. */
const wholeBytesMost = 8 * 1024 * 1024
/** Bytes buffered for all calls together. */
const keptBytesMost = 64 * 1024 * 1024

type Keeping = { address: string; bytes: number; isOver: boolean; end: () => void }

/**
 * Limits what is buffered by ending calls of the address with most of it, of these the one that has buffered some for
 * longest: a caller who reads is done in milliseconds, and one who reads slowly is not to go for others who don't read.
 */
export const boundedMemory = (most: number) => {
  let kept = 0
  /** Oldest first. */
  const keeping = new Set<Keeping>()
  const ofAddresses = new Map<string, number>()
  const heldBy = ({ address }: Keeping) => ofAddresses.get(address) ?? 0
  const count = (one: Keeping, bytes: number) => {
    kept += bytes
    const held = heldBy(one) + bytes
    if (held > 0) ofAddresses.set(one.address, held)
    else ofAddresses.delete(one.address)
  }
  const forget = (one: Keeping) => {
    one.isOver = true
    if (keeping.delete(one)) count(one, -one.bytes)
  }
  const bound = () => {
    while (kept > most) {
      let next: Keeping | null = null
      for (const one of keeping) if (!next || heldBy(one) > heldBy(next)) next = one
      if (!next) return
      forget(next)
      next.end()
    }
  }
  return (address: string, end: () => void) => {
    const own: Keeping = { address, bytes: 0, isOver: false, end }
    return {
      keep(bytes: number) {
        // More may arrive before its connection has closed.
        if (own.isOver) return
        keeping.add(own)
        own.bytes += bytes
        count(own, bytes)
        bound()
      },
      forget: () => forget(own),
    }
  }
}

/** What a call shows of a session, true or not. */
export const tokenOf = ({ headers }: { headers: { authorization?: string | undefined } }): string =>
  headers.authorization?.replace(/^Bearer +/i, '') ?? ''

const isUpload = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0) > smallBodyMost

/** The body of a call where it is small; undefined where there is none, or a larger one that is read as it is sent on. */
const smallBody = async (
  request: FastifyRequest,
  keep: (bytes: number) => void,
): Promise<Buffer | undefined> => {
  if (!(request.body instanceof Readable) || isUpload(request)) return
  const parts: Buffer[] = []
  for await (const part of request.body) {
    parts.push(part)
    keep(part.length)
  }
  return Buffer.concat(parts)
}

export type PassedCalls = {
  /**
   * Runs `pass` when it is this call's turn, with addresses taking turns, or never if the caller has gone. `body` is
   * the call's body if already read.
   */
  inLine(request: FastifyRequest, reply: FastifyReply, pass: (body: Buffer | undefined) => void): void
}

export type PassedCallsOptions = {
  connections: Pick<Connections, 'end'>
  strangers: Strangers
  platforms: number
  /** Calls of one address at a time. */
  ofAddress: number
  /** Bytes kept for all calls together. */
  keptMost?: number
}

/**
 * Proxies calls in turns, those of strangers after a separate line. Small bodies are read before a call takes its turn
 * and answers are buffered whole, so slow callers take up neither a turn nor a connection to the platform.
 */
export const passedCalls = (options: PassedCallsOptions): PassedCalls => {
  const { connections, strangers, platforms, ofAddress, keptMost = keptBytesMost } = options
  const waitingOfOne = waitingOfAddress
  const calls = fairLine({ inAll: atOnceOfPlatform * Math.max(1, platforms), ofOne: ofAddress, waitingOfOne })
  const uploads = fairLine({ inAll: uploadsAtOnce, ofOne: uploadsOfAddress, waitingOfOne })
  const memory = boundedMemory(keptMost)

  const refuse = (reply: FastifyReply) => {
    const data = { seconds: againSeconds }
    reply.header('retry-after', againSeconds)
    reply.send(edgeRefusal(429, bodyCode.tooManyRequests, 'too many requests at a time', data))
  }

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    pass: (body: Buffer | undefined) => void,
  ) => {
    // No event reports a caller who has left already.
    if (reply.raw.destroyed) return
    const leaving = new AbortController()
    const left = leaving.signal
    const address = networkOf(request.ip)
    const { keep, forget } = memory(address, () => connections.end(request.socket, 'memory'))
    reply.raw.once('close', () => {
      leaving.abort()
      forget()
    })
    const body = await smallBody(request, keep)
    if (left.aborted) return
    const mayBegin = strangers.knows(tokenOf(request)) || (await strangers.turn(address, reply.raw))
    if (left.aborted) return
    if (!mayBegin) return refuse(reply)
    const place = (isUpload(request) ? uploads : calls).join(address)
    if (!place) return refuse(reply)
    left.addEventListener('abort', place.giveUp)
    const done = await place.turn
    if (!done) return
    if (left.aborted) return done()
    left.addEventListener('abort', done)
    underWay.run({ left, headers: reply.getHeaders(), keep, done }, () => pass(body))
  }

  return {
    inLine(request, reply, pass) {
      enter(request, reply, pass).catch((error: unknown) => {
        // Errors of a body whose sender has gone don't matter.
        if (!request.socket.destroyed) reply.send(error)
      })
    },
  }
}

/**
 * Reads an answer off its connection, and resolves with what is to be sent on: a caller who doesn't read uses
 * memory, which is limited, and no connection to the platform. Beyond `wholeBytesMost` it is streamed.
 */
export const takeWhole = async (answer: Readable, { keep, done }: Call): Promise<Readable> => {
  const taken: Buffer[] = []
  let bytes = 0
  for await (const part of answer.iterator({ destroyOnReturn: false })) {
    taken.push(part)
    bytes += part.length
    keep(part.length)
    if (bytes > wholeBytesMost)
      return Readable.from(
        (async function* () {
          yield* taken
          yield* answer
        })(),
        { objectMode: false },
      )
  }
  done()
  return Readable.from(taken, { objectMode: false })
}
