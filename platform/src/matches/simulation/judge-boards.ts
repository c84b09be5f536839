import { isDeepStrictEqual } from 'node:util'
import { type Dealer, serverCommit } from '@minefall/shared/fairness'
import { type EventOf, minesOn, openersOn, type Rules } from '@minefall/shared/game'
import { dealerOf, replay } from '@minefall/shared/record'
import { headerIn } from '../host/record.ts'
import type { Journaled } from './story.ts'

/** What is wrong with a board that began: null where it is the one that the seeds deal by the rules. */
const wrongWith = (event: EventOf<'BoardBegun'>, dealer: Dealer, rules: Rules): string | null => {
  const { board, leaves, openers = [], root } = event
  if (!isDeepStrictEqual({ leaves, root }, dealer.board(board))) return 'is not as it was dealt'
  const mined = leaves.filter((_, tile) => dealer.tile(board, tile).mine).length
  if (mined !== minesOn(rules, board)) return `has ${mined} mines`
  const drawn = dealer.openers(board).map((tile) => ({ tile, ...dealer.tile(board, tile) }))
  const safe = drawn.flatMap(({ mine, ...opener }) => (mine ? [] : [opener]))
  if (!isDeepStrictEqual(openers, safe)) return 'began with other openers than were drawn'
  return openers.length === openersOn(rules, board) ? null : `began with ${openers.length} openers`
}

/** Throws when a board or a tile that was opened is not the one that the seeds deal, or the seed not the committed one. */
export const judgeBoards = ({ record, rows }: Journaled): void => {
  const { state } = record
  const { matchId, result, rules } = state
  if (!result) return
  if (serverCommit(matchId, result.serverSeed) !== state.serverCommit)
    throw new Error(`match ${matchId} opened another seed than it had committed to`)
  if (rules.sealed) {
    const { wrong } = replay(headerIn.parse(state), record.events, result.serverSeed)
    if (wrong !== null) throw new Error(`event ${wrong} of match ${matchId} does not follow from its links`)
    return
  }
  const dealer = dealerOf(state, result.serverSeed)
  for (const event of rows.flatMap(({ events }) => events)) {
    if (event.type === 'BoardBegun') {
      const wrong = dealer ? wrongWith(event, dealer, rules) : 'was never dealt'
      if (wrong) throw new Error(`board ${event.board} of match ${matchId} ${wrong}`)
    }
    if (event.type !== 'TileOpened') continue
    const dealt = dealer?.tile(event.board, event.tile)
    if (dealt?.mine !== event.mine || dealt.salt !== event.salt)
      throw new Error(`tile ${event.tile} of match ${matchId} is not as it was dealt`)
  }
}
