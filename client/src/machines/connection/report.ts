import type { Answer, ClientMessage, ClientMessageName, Envelope } from '@minefall/shared/contracts'
import type { MatchMessage } from './wire.ts'

/** What goes with a clock sample; what is undefined is left out of the message. */
export type Report = Pick<ClientMessage<'clock.ping'>, 'gaps' | 'resumes' | 'unacknowledged' | 'seen'>

/** Keeps what the server is told of how this end of the connection is doing. */
export const createReport = () => {
  let [gaps, resumes, waiting] = [0, 0, 0]
  let seen: Report['seen']
  return {
    gap: () => {
      gaps += 1
    },
    asked<N extends ClientMessageName>(
      name: N,
      payload: ClientMessage<N>,
      answer: Promise<Envelope<Answer<N>>>,
    ) {
      waiting += 1
      if ('seq' in payload && payload.seq !== null && name === 'match.follow') resumes += 1
      answer.then(({ data }) => {
        waiting -= 1
        if (!data || !('catchUp' in data) || !('matchId' in payload)) return
        const { catchUp } = data
        const seq = catchUp.kind === 'events' ? catchUp.from + catchUp.events.length : catchUp.state.seq
        seen = { matchId: payload.matchId, seq }
      })
    },
    heard({ name, payload }: MatchMessage) {
      if (name === 'match.events')
        seen = { matchId: payload.matchId, seq: payload.seq + payload.events.length - 1 }
      else if (name === 'match.snapshot') seen = { matchId: payload.state.matchId, seq: payload.state.seq }
    },
    take(): Report {
      const report = {
        gaps: gaps || undefined,
        resumes: resumes || undefined,
        unacknowledged: waiting || undefined,
        seen,
      }
      gaps = resumes = 0
      return report
    },
  }
}
