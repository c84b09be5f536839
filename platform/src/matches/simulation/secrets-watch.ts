import type { Dealer } from '@minefall/shared/fairness'
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

/** Salts by board and tile, for each dealer: each is a hash, and every move asks for all of a board. */
const known = new WeakMap<Dealer, Map<string, string>>()
const saltOf = (dealer: Dealer, board: number, tile: number): string => {
  const salts = known.get(dealer) ?? new Map<string, string>()
  known.set(dealer, salts)
  const salt = salts.get(`${board}/${tile}`) ?? dealer.tile(board, tile).salt
  salts.set(`${board}/${tile}`, salt)
  return salt
}

/** The salts of a match's closed tiles: with one of them a mine could be read off the public leaves. */
const closedSalts = ({ dealer, record: { state } }: LiveMatch): string[] => {
  const { board } = state
  if (!dealer || !board || state.rules.sealed) return []
  return board.tiles.flatMap((tile, number) => (tile === null ? [saltOf(dealer, board.board, number)] : []))
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
  // Most messages name no match: this is quicker than a failed parse.
  if (typeof payload !== 'object' || payload === null || !('matchId' in payload || 'catchUp' in payload))
    return
  const about = aboutMatch.safeParse(payload)
  if (!about.success) return
  const text = JSON.stringify(payload)
  if (text.includes('"holder"')) throw new Error(`an account behind a seat was reported: ${text}`)
  const match = world.matches.get(about.data)
  if (!match) return
  for (const secret of secretsOf(match, match.record.state))
    if (text.includes(secret)) throw new Error(`a secret of match ${about.data} was reported: ${text}`)
}
