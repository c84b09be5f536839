import { bodyCode } from '@minefall/shared/contracts'
import type { ClientMessage } from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import type { Asset, MatchId } from '@minefall/shared/game'
import type { Player } from '../../harness/player.ts'
import { type Account, hex } from './accounts.ts'

/** A separate command to sit there. Its seed is no one's: such a seat is left before the match is full. */
export const sitting = (matchId: MatchId): ClientMessage<'match.sit'> => ({
  commandId: hex(16),
  matchId,
  ref: hex(16),
  commit: hex(32),
})

export const leaving = (matchId: MatchId): ClientMessage<'match.leave'> => ({ commandId: hex(16), matchId })

/** The match that a queue gathers. */
export const find = async (player: Player, gameId: string, stake: string, asset: Asset): Promise<MatchId> => {
  const { code, msg, data } = await player.ask('lobby.find', { gameId, stake, asset })
  if (!data) throw new Error(`lobby.find: ${code} ${msg}`)
  return data.matchId
}

/** How many of these answers have each code. */
export const codesOf = (answers: readonly { code: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Sits there for certain. */
export const sit = async (player: Player, matchId: MatchId): Promise<void> => {
  const { code, msg } = await player.ask('match.sit', sitting(matchId))
  if (code !== bodyCode.ok) throw new Error(`match.sit: ${code} ${msg}`)
}

/** Leaves for certain. */
export const leave = async (player: Player, matchId: MatchId): Promise<void> => {
  const { code, msg } = await player.ask('match.leave', leaving(matchId))
  if (code !== bodyCode.ok) throw new Error(`match.leave: ${code} ${msg}`)
}

/** Takes a seat to be played, in one of the account's tabs, and follows the match there. */
export const sitToPlay = async ({ seeds }: Account, tab: Player, matchId: MatchId) => {
  const secret = { ref: hex(16), seed: hex(32) }
  seeds.set(matchId, secret)
  const commit = playerCommit(matchId, secret.ref, secret.seed)
  const answer = await tab.ask('match.sit', { commandId: hex(16), matchId, ref: secret.ref, commit })
  await tab.follow(matchId)
  return answer.code
}
