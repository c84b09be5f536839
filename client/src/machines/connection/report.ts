import type { Envelope } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ClientMessageName } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId } from '@minefall/shared/game'
import type { Incoming } from './link.ts'

/** Events for listeners outside the machine. */
export type MatchMessage = Incoming<
  'match.events' | 'match.snapshot' | 'match.beat' | 'match.presence' | 'match.emote' | 'match.rematch'
>

/** Messages about matches that this tab does not follow: pictures of TV, and invitations. */
export type OtherMessage = Incoming<'match.tv' | 'match.invited'>

/** Fields sent with a clock sample; undefined ones are left out. */
export type Report = Pick<ClientMessage<'clock.ping'>, 'gaps' | 'resumes' | 'unacknowledged' | 'seen'>

const isLast = ({ type }: GameEvent) => type === 'Settled' || type === 'Voided'

/**
 * Collects what this end reports about the connection. `paceChanged` is called when a match in play
 * was entered or left.
 */
export const createReport = (paceChanged: () => void) => {
  let [gaps, resumes, waiting] = [0, 0, 0]
  let seen: Report['seen']
  /** Matches that are over or were left: what still arrives of them does not bring us back. */
  const done = new Map<MatchId, 'over' | 'left'>()
  const see = (next: Report['seen']) => {
    const isChanged = (seen === undefined) !== (next === undefined)
    seen = next
    if (isChanged) paceChanged()
  }
  const hear = (matchId: MatchId, seq: number, isOver: boolean) => {
    if (isOver) done.set(matchId, 'over')
    if (!done.has(matchId)) see({ matchId, seq })
    else if (seen?.matchId === matchId) see(undefined)
  }
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
      if (name === 'match.follow' && 'matchId' in payload && 'seq' in payload) {
        if (done.get(payload.matchId) === 'left') done.delete(payload.matchId)
        if (payload.seq !== null) resumes += 1
      }
      answer.then(({ data }) => {
        waiting -= 1
        if (!data || !('catchUp' in data) || !('matchId' in payload)) return
        const { catchUp } = data
        const isOver = catchUp.kind === 'events' ? catchUp.events.some(isLast) : catchUp.state.result !== null
        const seq = catchUp.kind === 'events' ? catchUp.from + catchUp.events.length : catchUp.state.seq
        hear(payload.matchId, seq, isOver)
      })
      if (name !== 'match.unfollow' || !('matchId' in payload)) return
      if (!done.has(payload.matchId)) done.set(payload.matchId, 'left')
      if (payload.matchId === seen?.matchId) see(undefined)
    },
    heard({ name, payload }: MatchMessage | OtherMessage) {
      if (name === 'match.events') {
        const { matchId, seq, events } = payload
        hear(matchId, seq + events.length - 1, events.some(isLast))
      } else if (name === 'match.snapshot') {
        const { matchId, seq, result } = payload.state
        hear(matchId, seq, result !== null)
      }
    },
    /** The connection ended, or is another one, which follows nothing yet. */
    forget: () => see(undefined),
    isAtMatch: () => seen !== undefined,
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
