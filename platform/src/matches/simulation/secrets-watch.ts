import { type MatchState, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { LiveMatch } from '../host/live-match.ts'
import { isOver } from '../host/record.ts'
import type { Host } from '../start.ts'

const aboutMatch = z.union([
  z.object({ matchId: matchIdSchema }).transform(({ matchId }) => matchId),
  z
    .object({ catchUp: z.object({ state: z.object({ matchId: matchIdSchema }) }) })
    .transform(({ catchUp }) => catchUp.state.matchId),
])

/** The salts of a match's closed tiles: with one of them a mine could be read off the public leaves. */
const closedSalts = ({ dealer, record: { state } }: LiveMatch): string[] => {
  const { board } = state
  if (!dealer || !board || state.rules.sealed) return []
  return board.tiles.flatMap((tile, number) => (tile === null ? [dealer.tile(board.board, number).salt] : []))
}

/** The house's links that are not due yet. */
const keptLinks = ({ houseLinks, secret, record: { state } }: LiveMatch): readonly string[] =>
  secret.chain === undefined ? [] : [secret.chain, ...(houseLinks?.slice(state.turn?.turn ?? 0) ?? [])]

const secretsOf = (match: LiveMatch, state: MatchState): readonly string[] => {
  if (isOver(state)) return []
  const practice = state.phase === 'gathering' ? match.secret.practiceSeeds : []
  return [match.secret.serverSeed, ...practice, ...closedSalts(match), ...keptLinks(match)]
}

/** Throws when what leaves the platform tells who someone is, or of a layout before it is due. For tests alone. */
export const watchSecrets = ({ world }: Host, payload: unknown): void => {
  const about = aboutMatch.safeParse(payload)
  if (!about.success) return
  const text = JSON.stringify(payload)
  if (text.includes('"holder"')) throw new Error(`an account behind a seat was reported: ${text}`)
  const match = world.matches.get(about.data)
  if (!match) return
  for (const secret of secretsOf(match, match.record.state))
    if (text.includes(secret)) throw new Error(`a secret of match ${about.data} was reported: ${text}`)
}
