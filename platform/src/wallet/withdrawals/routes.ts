import { bodyCode } from '@minefall/shared/contracts'
import { type WithdrawState, walletCalls } from '@minefall/shared/contracts/rest'
import { turnstile } from '@minefall/shared/node'
import { type App, accepted, refusal, server } from '../../http/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { fullDestination, listDestinations, viewDestination } from '../destinations/destination-row.ts'
import { removeDestination, saveDestination } from '../destinations/save-destination.ts'
import { plainRate, viewOrderDetail } from '../orders/order-view.ts'
import type { World } from '../world.ts'
import { heldOff, placeWithdrawal, sendCodeFor } from './place-withdrawal.ts'
import { quoteWithdrawal } from './quote.ts'

/** What a player can withdraw, where to, and what has to be done or waited for first. */
const readWithdrawState = async (
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

/** The caller’s coins out of the house, and where they may go. */
export const withdrawalRoutes = async (app: App, { world }: { world: World }) => {
  const { db, accounts, settings } = world
  const savingOf = turnstile<string>({ atOnce: 1 })
  const placingOf = turnstile<string>({ atOnce: 1 })
  const serve = server(app, { tag: 'wallet', identify: accounts.signedIn })

  serve(
    walletCalls.destinations,
    { summary: 'The caller’s destinations, the newest first' },
    async ({ me: { playerId } }) =>
      (await listDestinations(db, playerId)).map((one) => viewDestination(one, settings)),
  )

  serve(
    walletCalls.addDestination,
    { summary: 'Save where withdrawals may go, with the payment password' },
    async ({ me, body }) => {
      const asked = { ...body, me }
      return viewDestination(
        accepted(await savingOf(me.playerId, () => saveDestination(world, asked))),
        settings,
      )
    },
  )

  serve(
    walletCalls.removeDestination,
    { summary: 'Take a destination off the list; what is on its way there goes on' },
    async ({ me: { playerId }, params: { id } }) =>
      (await removeDestination(world, { id, playerId })) ? null : refusal(bodyCode.notFound),
  )

  serve(
    walletCalls.withdrawState,
    { summary: 'What can be withdrawn and where to, and what has to be done or waited for first' },
    ({ me: { playerId } }) => readWithdrawState(world, playerId),
  )

  serve(
    walletCalls.previewWithdrawal,
    { summary: 'What a withdrawal would pay out now, and where to in full' },
    async ({ me: { playerId }, body }) => {
      const quote = accepted(await quoteWithdrawal(world, db, { ...body, playerId }))
      const { amount, channel, feeCoins, total, destination } = quote
      return {
        amount: String(amount),
        rate: plainRate(channel.rate),
        currency: channel.currency,
        feeCoins: String(feeCoins),
        total,
        destination: fullDestination(destination.details),
      }
    },
  )

  serve(
    walletCalls.sendWithdrawalCode,
    { summary: 'Send the code for one withdrawal to a contact of the account', notice: 'code-sent' },
    ({ me: { playerId }, body }) => sendCodeFor(world, { ...body, playerId }),
  )

  serve(
    walletCalls.withdraw,
    {
      summary: 'Ask for coins to be paid out: they are held until staff decide',
      notice: 'withdrawal-placed',
    },
    async ({ me: { playerId }, body: { verificationCode: code, ...rest } }) => {
      const asked = { ...rest, code, playerId }
      return viewOrderDetail(db, accepted(await placingOf(playerId, () => placeWithdrawal(world, asked))))
    },
  )
}
