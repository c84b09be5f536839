import { walletCalls } from '@minefall/shared/contracts'
import { type App, accepted, server } from '../../http/index.ts'
import { inTurnByKey } from '../../in-turn.ts'
import { fullDestination } from '../orders/destination-label.ts'
import { plainRate, viewOrderDetail } from '../orders/order-view.ts'
import type { World } from '../world.ts'
import { placeWithdrawal, sendCodeFor } from './place-withdrawal.ts'
import { quoteWithdrawal } from './quote.ts'
import { readWithdrawState } from './withdraw-state.ts'

/** Coins of whoever is signed in, out of the house. */
export const withdrawalRoutes = async (app: App, { world }: { world: World }) => {
  const { db, accounts } = world
  const ofPlayer = inTurnByKey()
  const serve = server(app, { tag: 'wallet', identify: accounts.signedIn })

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
    { summary: 'Send the code for one withdrawal to a contact of one’s own', notice: 'code-sent' },
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
      return viewOrderDetail(db, accepted(await ofPlayer(playerId, () => placeWithdrawal(world, asked))))
    },
  )
}
