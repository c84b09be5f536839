import { type BusAnswer, type BusRequest, bodyCode, type Envelope, refuse } from '../contracts/index.ts'
import { shardCount, shardOfHost, shardOfMatch, shardOfQueue } from '../shards/index.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import { requestTimeoutMs } from './in-process-bus.ts'
import type { OwnerDirectory } from './owners.ts'
import { inThisRequest } from './request-context.ts'
import { type LineObserver, type ShardLine, shardLine } from './shard-line.ts'
import { isUnanswered } from './unanswered.ts'

export type { LineObserver as RouterObserver } from './shard-line.ts'

/** What only the owner of a shard can answer. */
export type RoutedName =
  | 'lobby.find'
  | 'lobby.host'
  | 'lobby.open'
  | 'match.sit'
  | 'match.reveal'
  | 'match.open'
  | 'match.leave'
  | 'match.stand'
  | 'match.void'
  | 'match.resume'
  | 'match.rematch'
  | 'match.presence'

export type Router = {
  /**
   * Asks the owner of the shard that the request is about, whoever that is or becomes, for at most `timeoutMs`
   * milliseconds, 5,000 unless told. Never rejects. Answers 1503 when no owner was reached, or the bus was lost while one
   * was asked, and 1504 when one may have done what was asked without answering; an owner's own answer, a 1503 too, is
   * passed on.
   *
   * A request may be heard by several owners, and more than once: all routed ones are safe to repeat. Commands carry
   * ids, and the rest say or ask how things are, or find what was found or made before.
   */
  request<N extends RoutedName>(
    name: N,
    payload: BusRequest<N>,
    options?: { timeoutMs?: number },
  ): Promise<Envelope<BusAnswer<N>>>
  /** Answers what waits, and whatever is asked from now on, with 1503 or 1504. */
  close(): void
}

export type RouterOptions = {
  bus: Pick<Bus, 'request' | 'onConnection'>
  owners: Pick<OwnerDirectory, 'ownerOf' | 'onChange'>
  clock: Clock
  observer?: LineObserver
}

const ofMatch = ({ matchId }: Pick<BusRequest<'match.leave'>, 'matchId'>) => shardOfMatch(matchId)

/** The shard that a request is about. */
export const shardAsked: { [N in RoutedName]: (payload: BusRequest<N>) => number } = {
  'lobby.find': shardOfQueue,
  'lobby.host': ({ playerId }) => shardOfHost(playerId),
  'lobby.open': ({ shard }) => shard,
  'match.sit': ofMatch,
  'match.reveal': ofMatch,
  'match.open': ofMatch,
  'match.leave': ofMatch,
  'match.stand': ofMatch,
  'match.void': ofMatch,
  'match.resume': ofMatch,
  'match.rematch': ofMatch,
  'match.presence': ofMatch,
}

const unobserved: LineObserver = { asked: () => {}, moved: () => {}, waited: () => {} }

/** Whether no owner has spoken: the one asked says that it is none, or the bus found nobody. */
const isUnowned = (answer: Envelope<unknown>): boolean =>
  answer.code === bodyCode.shardMoved || (answer.code === bodyCode.unavailable && isUnanswered(answer))

/** Finds the owners of shards for whoever asks, and stays with a request until one has answered. */
export const router = ({ bus, owners, clock, observer = unobserved }: RouterOptions): Router => {
  let closed = false
  const lines: readonly ShardLine[] = Array.from({ length: shardCount }, (_, shard) =>
    shardLine({ owner: () => owners.ownerOf(shard), clock, observer }),
  )
  const stops = [
    owners.onChange((shards) => {
      for (const shard of shards) lines[shard]?.ownerChanged()
    }),
    bus.onConnection((connected) => {
      if (connected) for (const line of lines) line.tryAgain()
    }),
  ]

  return {
    request: <N extends RoutedName>(
      name: N,
      payload: BusRequest<N>,
      { timeoutMs = requestTimeoutMs }: { timeoutMs?: number } = {},
    ) =>
      new Promise<Envelope<BusAnswer<N>>>((resolve) => {
        const giveUp = (unclear: boolean) =>
          resolve(
            unclear
              ? refuse(bodyCode.timeout, `no answer to ${name} within ${timeoutMs} ms`)
              : refuse(bodyCode.unavailable, `nobody has taken up ${name}`),
          )
        const line = lines[shardAsked[name](payload)]
        if (closed || !line) return giveUp(false)
        line.enter({
          deadline: clock.now() + timeoutMs,
          // What waits is sent when something else happens, which is within another request or none.
          ask: inThisRequest(async (node, leftMs) => {
            const answer = await bus.request(name, payload, { at: node, timeoutMs: leftMs })
            return isUnowned(answer) ? null : () => resolve(answer)
          }),
          giveUp,
        })
      }),
    close() {
      closed = true
      for (const stop of stops) stop()
      for (const line of lines) line.close()
    },
  }
}
