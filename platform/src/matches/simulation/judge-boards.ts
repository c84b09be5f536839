import { serverCommit } from '@minefall/shared/fairness'
import { dealerOf } from '../host/lifecycle.ts'
import type { Journaled } from './story.ts'

/** Throws when a tile that was opened is not the one that the seeds deal, or the seed not the committed one. */
export const judgeBoards = ({ record, rows }: Journaled): void => {
  const { state } = record
  const { matchId, result } = state
  if (!result) return
  if (serverCommit(matchId, result.serverSeed) !== state.serverCommit)
    throw new Error(`match ${matchId} opened another seed than it had committed to`)
  const dealer = dealerOf(state, result.serverSeed)
  for (const event of rows.flatMap(({ events }) => events)) {
    if (event.type !== 'TileOpened') continue
    const dealt = dealer?.tile(event.board, event.tile)
    if (dealt?.mine !== event.mine || dealt.salt !== event.salt)
      throw new Error(`tile ${event.tile} of match ${matchId} is not as it was dealt`)
  }
}
