import { type KnownLink, linkFits } from '@minefall/shared/fairness'
import {
  awaitedSeats,
  type EventOf,
  isDrawnMine,
  knownHouseLink,
  knownLink,
  type MatchState,
} from '@minefall/shared/game'
import type { Fact } from './facts.ts'

/** A statement of the server about a tile of a sealed table. */
export type DrawClaim =
  /** `known` is what the link must lead back to. */
  | { kind: 'link'; link: string; turn: number; known: KnownLink | null }
  | { kind: 'draw'; before: MatchState; event: EventOf<'TileOpened'>; turn: number }

/** The links that a snapshot has: each leads back to the end of its chain. */
const linksOf = ({ table, houseLink: house, serverChain }: MatchState): DrawClaim[] =>
  [
    ...table.map((seat) => ({ last: seat?.link, end: seat?.chain })),
    { last: house, end: serverChain },
  ].flatMap(({ last, end }): DrawClaim[] =>
    last ? [{ kind: 'link', ...last, known: end === undefined ? null : { turn: -1, link: end } }] : [],
  )

/** What a fact of a sealed table claims of links and draws. */
export const drawClaimsOf = ({ event, before, state }: Fact): DrawClaim[] => {
  switch (event.type) {
    case 'TilePicked':
    case 'LinkRevealed': {
      if (!before || (event.type === 'TilePicked' && event.by === 'clock')) return []
      const { seat, turn, link = '' } = event
      const owner = before.table[seat]
      return [{ kind: 'link', link, turn, known: owner ? knownLink(owner) : null }]
    }
    case 'TileOpened':
      return before ? [{ kind: 'draw', before, event, turn: event.turn }] : []
    case 'Jumped':
      return linksOf(state)
    default:
      return []
  }
}

const isDrawn = (before: MatchState, event: EventOf<'TileOpened'>): boolean => {
  const { pick, board, lock } = before
  const { turn, seat, tile, by, link = '', mine, silent = [] } = event
  if (!pick || !board || !lock) return false
  if (pick.turn !== turn || pick.seat !== seat || pick.tile !== tile || pick.by !== by) return false
  const known = knownHouseLink(before)
  if (!known || !linkFits(link, turn, known)) return false
  return isDrawnMine(before, pick, link) === mine && silent.join() === awaitedSeats(before, pick).join()
}

/** Why a claim does not hold; null if it does. */
export const checkDraw = (claim: DrawClaim): 'link' | 'draw' | null => {
  if (claim.kind === 'draw') return isDrawn(claim.before, claim.event) ? null : 'draw'
  const { link, turn, known } = claim
  return known && linkFits(link, turn, known) ? null : 'link'
}
