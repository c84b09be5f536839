import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName, CloseCode } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { type EventObject, fromCallback, fromPromise } from 'xstate'
import { longWait } from '../../lib/refused.ts'
import type { LiveAnswer } from '../connection/link.ts'
import type { MatchMessage } from '../connection/report.ts'
import type { LivePort } from '../connection/wire.ts'
import type { Command } from './outbox.ts'

/** Messages from the machine to its `io` actor. */
export type IoEvent =
  | { type: 'command'; command: Command }
  | { type: 'rematch'; matchId: MatchId }
  /** Our link for what someone else picked. */
  | { type: 'link'; message: ClientMessage<'match.link'> }
  | { type: 'emote'; message: ClientMessage<'match.emote'> }
  /** Follow this match, and no other. */
  | { type: 'following'; matchId: MatchId }
  /** Report to the edge that something was missed. */
  | { type: 'gap' }

/** Messages from the `io` actor to the machine. */
export type IoReport =
  | { type: 'command.committed'; commandId: string }
  | { type: 'command.refused'; commandId: string; answer: Refusing }
  /** Whether it was decided is unknown: a resume finds out. */
  | { type: 'command.unanswered'; commandId: string }
  | { type: 'rematch.refused'; answer: Refusing }
  | { type: 'connection.up' }
  | { type: 'connection.down'; code: CloseCode }
  | { type: 'connection.doubt' }
  | { type: 'play.paused'; paused: boolean }
  | { type: 'server.message'; message: MatchMessage }

/** A refusal; `detail` depends on its code. */
export type Refusing = Pick<Envelope<unknown>, 'code' | 'msg'> & { data: unknown; detail?: unknown }

/** No answer, which does not tell whether it was decided. */
export const isUnanswered = ({ code }: { code: number }): boolean =>
  code === bodyCode.timeout || code === bodyCode.unavailable

/** A request that may be retried a little later. */
export const isRetryable = (answer: { code: number; detail?: unknown }): boolean =>
  isUnanswered(answer) ||
  (answer.code === bodyCode.tooManyRequests && longWait(answer.detail) === null) ||
  answer.code === bodyCode.ourFault

/** Refusals that also mean that our state is behind. */
export const isBehind = ({ code }: { code: number }): boolean =>
  code === bodyCode.notYourTurn ||
  code === bodyCode.staleTurn ||
  code === bodyCode.tileOpen ||
  code === bodyCode.wrongPhase

/** Refusals after which another table may have a seat. */
export const isSeatGone = ({ code }: { code: number }): boolean =>
  code === bodyCode.tableFull ||
  code === bodyCode.playingApart ||
  code === bodyCode.wrongPhase ||
  code === bodyCode.notFound ||
  code === bodyCode.conflict

/** A request that was refused or not answered. */
export class NotAnswered extends Error {
  readonly answer: Refusing
  constructor(answer: Refusing) {
    super(answer.msg)
    this.answer = answer
  }
}

/** One request as an actor that resolves with the answer or fails with `NotAnswered`. */
const createRequest = <N extends ClientMessageName>(port: LivePort, name: N) =>
  fromPromise<NonNullable<Answer<N>>, ClientMessage<N>>(async ({ input }) => {
    const answer: LiveAnswer<N> = await port.ask(name, input)
    if (answer.code !== bodyCode.ok || !answer.data) throw new NotAnswered(answer)
    return answer.data
  })

/** Listens to the match on the live connection and sends everything no state waits for. Stops following when it stops. */
const createIoActor = (port: LivePort, closeCode: () => CloseCode | null) =>
  fromCallback<IoEvent & EventObject>(({ receive, sendBack }) => {
    let stopped = false
    let followed: MatchId | null = null
    const tell = (report: IoReport) => {
      if (!stopped) sendBack(report)
    }
    const unfollow = (matchId: MatchId) => {
      if (port.isUp()) port.ask('match.unfollow', { matchId })
    }
    const send = async ({ name, payload }: Command) => {
      const { commandId } = payload
      const answer: Refusing = await port.ask(name, payload)
      if (isUnanswered(answer)) tell({ type: 'command.unanswered', commandId })
      else if (answer.code === bodyCode.ok) tell({ type: 'command.committed', commandId })
      else tell({ type: 'command.refused', commandId, answer })
    }
    const wishRematch = async (matchId: MatchId) => {
      const answer = await port.ask('match.rematch', { matchId })
      if (isUnanswered(answer)) tell({ type: 'connection.doubt' })
      else if (answer.code !== bodyCode.ok) tell({ type: 'rematch.refused', answer })
    }

    /** One without an answer is sent again after a resume, if it is still awaited. */
    const reveal = async (message: ClientMessage<'match.link'>) => {
      const answer = await port.ask('match.link', message)
      if (isUnanswered(answer)) tell({ type: 'connection.doubt' })
    }

    const unlisten = port.listen((signal) => {
      switch (signal.type) {
        case 'up':
          return tell({ type: 'connection.up' })
        case 'down':
          return tell({ type: 'connection.down', code: signal.code })
        case 'doubt':
          return tell({ type: 'connection.doubt' })
        case 'paused':
          return tell({ type: 'play.paused', paused: signal.paused })
        case 'message':
          if (signal.message.name !== 'match.tv' && signal.message.name !== 'match.invited')
            tell({ type: 'server.message', message: signal.message })
          return
        case 'chat':
        case 'arena':
        case 'missed':
          return
      }
    })
    receive((event) => {
      switch (event.type) {
        case 'command':
          return send(event.command)
        case 'rematch':
          return wishRematch(event.matchId)
        case 'link':
          return reveal(event.message)
        case 'emote':
          return port.ask('match.emote', event.message)
        case 'following':
          if (followed !== null && followed !== event.matchId) unfollow(followed)
          followed = event.matchId
          return
        case 'gap':
          return port.countGap()
      }
    })
    if (port.isUp()) tell({ type: 'connection.up' })
    else {
      const code = closeCode()
      if (code) tell({ type: 'connection.down', code })
    }

    return () => {
      stopped = true
      unlisten()
      if (followed !== null) unfollow(followed)
    }
  })

/** The connection as a match uses it. `closeCode` is why it is down when a match begins. */
export const createIo = (port: LivePort, closeCode: () => CloseCode | null) => ({
  io: createIoActor(port, closeCode),
  find: createRequest(port, 'lobby.find'),
  sit: createRequest(port, 'match.sit'),
  follow: createRequest(port, 'match.follow'),
  reveal: createRequest(port, 'match.reveal'),
})
