import type { Answer, decodeMove, ServerMessage } from '@minefall/shared/contracts/live'
import { type GameEvent, type MatchId, rollHash } from '@minefall/shared/game'

/** What a player heard of matches must join without a hole, a double or a difference. */
export type Audit = {
  /** Reads what came since the last look. */
  read(frames: readonly string[]): void
  /** Everything that was wrong so far, in words. */
  problems: string[]
  /** Hashes compared so far, those of beats and of resumes. */
  compared(): number
}

type Known = { seq: number; hash: string }

/**
 * Reads a player's frames as `connectPlayer` notes them, in the order they came: an answer to `match.follow` begins a
 * match, every event must be the next one, and every beat must tell the hash of all events before it.
 */
export const audit = (who: string): Audit => {
  const matches = new Map<MatchId, Known>()
  const channels = new Map<number, MatchId>()
  const problems: string[] = []
  let next = 0
  let compared = 0

  const join = (matchId: MatchId, first: number, told: readonly GameEvent[]) => {
    const known = matches.get(matchId)
    if (!known) return void problems.push(`${who}: events of a match that is not followed`)
    if (first !== known.seq + 1) problems.push(`${who}: event ${first} came after ${known.seq}`)
    for (const event of told) known.hash = rollHash(known.hash, event)
    known.seq = first + told.length - 1
  }

  const resume = ({ catchUp, hash, channel }: Answer<'match.follow'>) => {
    if (catchUp.kind === 'snapshot') {
      const { matchId, seq } = catchUp.state
      // One match at a time: anything about another from here on is a problem.
      matches.clear()
      matches.set(matchId, { seq, hash })
      return void channels.set(channel, matchId)
    }
    const [matchId] = matches.keys()
    if (matchId === undefined) return void problems.push(`${who}: a resume of a match that is not followed`)
    channels.set(channel, matchId)
    // What came while the question was on its way is sent a second time: it was asked for.
    const known = matches.get(matchId)?.seq ?? 0
    if (catchUp.from > known) problems.push(`${who}: a resume from ${catchUp.from} after ${known}`)
    const fresh = catchUp.events.slice(known - catchUp.from)
    if (fresh.length > 0) join(matchId, known + 1, fresh)
    compared += 1
    if (matches.get(matchId)?.hash !== hash) problems.push(`${who}: another hash after a resume`)
  }

  const beat = ({ matchId, seq, hash }: ServerMessage<'match.beat'>) => {
    const known = matches.get(matchId)
    if (!known) return
    compared += 1
    if (seq > known.seq) problems.push(`${who}: a beat at ${seq} came after event ${known.seq}`)
    if (seq === known.seq && hash !== known.hash) problems.push(`${who}: another hash at ${seq}`)
  }

  const readOne = (frame: string) => {
    const space = frame.indexOf(' ')
    const [name, body] = [frame.slice(0, space), JSON.parse(frame.slice(space + 1))]
    if (name === 'resume') resume(body)
    if (name === 'match.events') join(body.matchId, body.seq, body.events)
    if (name === 'match.snapshot') problems.push(`${who}: was taken for a slow reader`)
    if (name === 'match.beat') beat(body)
    if (name === 'close') problems.push(`${who}: was closed with ${body.code}`)
    if (name === 'm') {
      const move: ReturnType<typeof decodeMove> = body
      const matchId = move ? channels.get(move.channel) : undefined
      if (!move || matchId === undefined) problems.push(`${who}: a move on no channel`)
      else join(matchId, move.seq, move.events)
    }
  }

  return {
    read(frames) {
      for (; next < frames.length; next++) readOne(frames[next] ?? '')
    },
    problems,
    compared: () => compared,
  }
}
