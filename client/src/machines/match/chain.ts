import { linkBefore, linkFits } from '@minefall/shared/fairness'
import { awaitedSeats, limits } from '@minefall/shared/game'
import type { Inner } from './inner.ts'

/** As many links as the largest table has turns: a chain that is longer than its table needs does no harm. */
const length = limits.sideMax ** 2 + limits.seatsMax

/** The links of a seat at a sealed table: `last` is the secret they follow from, `end` what the table gets of it. Hex. */
export type Chain = { last: string; end: string }

/** The chain of 32 random bytes, hex. */
export const chainFrom = (last: string): Chain => ({ last, end: linkBefore(last, length) })

/** The link of a turn, from 0. Hex. */
export const linkOf = ({ last }: Chain, turn: number): string => linkBefore(last, length - turn - 1)

/**
 * Our link for the tile that someone else has picked; null if none is awaited from us. No link leaves for a pick whose own
 * link leads to no chain of that seat.
 */
export const dueLink = ({ state, seat, secrets, matchId }: Inner) => {
  const pick = state?.pick
  if (!pick || seat === null || !secrets?.chain || secrets.matchId !== matchId) return null
  if (!awaitedSeats(state, pick).includes(seat)) return null
  const isTrue = pick.links.every(({ seat: owner, link }) => {
    const end = state.table[owner]?.chain
    return end !== undefined && linkFits(link, pick.turn, { turn: -1, link: end })
  })
  return isTrue ? { matchId, turn: pick.turn, link: linkOf(secrets.chain, pick.turn) } : null
}

/** Whether this tab can pick: at a sealed table only the one that drew the links of its seat. */
export const hasLinks = ({ state, secrets, matchId }: Inner): boolean =>
  !state?.rules.sealed || (secrets?.matchId === matchId && secrets?.chain !== undefined)
