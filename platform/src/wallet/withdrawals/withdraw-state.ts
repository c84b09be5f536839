import type { WithdrawState } from '@minefall/shared/contracts/rest'
import { balanceOf } from '../../ledger/index.ts'
import { listDestinations, viewDestination } from '../destinations/destination-row.ts'
import type { World } from '../world.ts'
import { heldOff } from './hold-off.ts'

/** What a player can withdraw, where to, and what has to be done or waited for first. */
export const readWithdrawState = async (
  { db, clock, accounts, settings }: World,
  playerId: string,
): Promise<WithdrawState> => {
  const { securedAt, stoppedUntil, hasPaymentPassword, codeTo } = await accounts.owner.security(db, playerId)
  const { coin } = await balanceOf(db, playerId)
  const destinations = await listDestinations(db, playerId)
  const { holdOffMs } = settings
  return {
    available: coin,
    hasPaymentPassword,
    heldOff: heldOff({ since: securedAt, stoppedUntil, holdOffMs, now: clock.now() }),
    codeTo,
    destinations: destinations.map((one) => viewDestination(one, { holdOffMs })),
  }
}
