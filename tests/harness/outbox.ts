import { randomBytes } from 'node:crypto'
import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName, Resume } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { Send } from './line.ts'

export type CommandName = 'match.sit' | 'match.reveal' | 'match.open' | 'match.leave'

/** A command that the server said is done. */
export type Acknowledged = { name: CommandName; matchId: MatchId; commandId: string; seq: number }

type Sent<N extends CommandName = CommandName> = {
  name: N
  payload: ClientMessage<N>
  done: (answer: Envelope<Answer<N>>) => void
}

const retryMs = 200
const waitSchema = z.object({ seconds: z.number() })

/** How long to wait before the same is sent again, in milliseconds; null when the answer is final. */
export const waitAfter = (answer: { code: number; data: unknown } | null): number | null => {
  if (!answer) return retryMs
  const { code, data } = answer
  if (code === bodyCode.tooManyRequests) return waitSchema.parse(data).seconds * 1_000
  const passes: readonly number[] = [bodyCode.unavailable, bodyCode.timeout, bodyCode.ourFault]
  return passes.includes(code) ? retryMs : null
}

/** Runs later, and holds no process open for it. */
export const later = (ms: number, run: () => void): void => void setTimeout(run, ms).unref()

/** What a player has asked for: sent over every new connection, with the same id, until it is answered permanently. */
export const outbox = ({
  complain,
  answered,
}: {
  complain: (what: string) => void
  answered: () => void
}) => {
  const acknowledged: Acknowledged[] = []
  const pending = new Map<string, Sent>()
  let send: Send | null = null

  const acknowledge = (commandId: string, seq: number, { name, payload: { matchId } }: Sent) => {
    const before = acknowledged.find((one) => one.commandId === commandId)
    if (before && before.seq !== seq)
      complain(`${name} ${commandId} was acknowledged as ${before.seq} and as ${seq}`)
    if (!before) acknowledged.push({ name, matchId, commandId, seq })
  }

  const transmit = (commandId: string, sent: Sent) => {
    const over = send
    over?.(sent.name, sent.payload, (answer) => {
      if (answer?.code === bodyCode.ok && answer.data) acknowledge(commandId, answer.data.seq, sent)
      if (answer?.code === bodyCode.ourFault) complain(`${sent.name}: ${answer.code} ${answer.msg}`)
      if (!pending.has(commandId)) return
      const wait = waitAfter(answer)
      if (answer && wait === null) {
        pending.delete(commandId)
        sent.done(answer)
        answered()
      } else if (send === over)
        later(wait ?? retryMs, () => pending.has(commandId) && send === over && transmit(commandId, sent))
    })
  }

  return {
    acknowledged,
    command: <N extends CommandName>(
      name: N,
      payload: Omit<ClientMessage<N>, 'commandId'>,
    ): Promise<Envelope<Answer<N>>> =>
      new Promise((resolve) => {
        const commandId = randomBytes(16).toString('hex')
        // The map of all commands can't relate each one's payload to its answer.
        const sent = { name, payload: { commandId, ...payload }, done: resolve } as never as Sent
        pending.set(commandId, sent)
        transmit(commandId, sent)
      }),
    /** Asks a question until it is answered permanently. */
    ask: <N extends ClientMessageName>(name: N, payload: ClientMessage<N>): Promise<Envelope<Answer<N>>> =>
      new Promise((resolve) => {
        const attempt = () => {
          if (!send) return later(retryMs, attempt)
          send(name, payload, (answer) => {
            const wait = waitAfter(answer)
            if (answer && wait === null) resolve(answer)
            else later(wait ?? retryMs, attempt)
          })
        }
        attempt()
      }),
    /** From now on things go over this connection, or over none; what has no answer is sent again. */
    use(next: Send | null) {
      send = next
      for (const [commandId, sent] of [...pending]) transmit(commandId, sent)
    },
    connection: () => send,
    /** Ids of commands without an answer, as many as a `match.follow` may name. */
    unanswered: () => [...pending.keys()].slice(0, 16),
    isAsking: (name: CommandName) => [...pending.values()].some((sent) => sent.name === name),
    /** Takes in what the answer to a `match.follow` says of commands. */
    learn(matchId: MatchId, { outcomes, seat }: Resume) {
      for (const { commandId, seq } of outcomes) {
        const sent = pending.get(commandId)
        if (!sent) continue
        acknowledge(commandId, seq, sent)
        pending.delete(commandId)
        sent.done({ code: bodyCode.ok, msg: '', data: { matchId, seq, seat } })
      }
    },
  }
}
