import { shownCoins } from '@minefall/shared/coins'
import type { ConnectionActorRef } from '../machines/connection/index.ts'
import type { SessionActorRef } from '../machines/session/index.ts'

export type JoinBalanceOptions = {
  session: Pick<SessionActorRef, 'send' | 'getSnapshot' | 'subscribe'>
  connection: Pick<ConnectionActorRef, 'getSnapshot' | 'subscribe'>
}

/**
 * Hands what the connection is told of an account's coins to the session of that account, which keeps the newest. For
 * a while the connection may still be of who was signed in before, and versions of two accounts can't be compared: a
 * balance is the account's whose session has, or once had, the token that the connection's player was told by.
 * When the coins that are shown change, the user is read again, whose record is kept for the next start.
 */
export const joinBalance = ({ session, connection }: JoinBalanceOptions): void => {
  let matched: { token: string; userId: string } | null = null

  const look = () => {
    const { identityToken, balance } = connection.getSnapshot().context
    const { token, user, balance: known } = session.getSnapshot().context
    if (identityToken !== null && identityToken === token && user) matched = { token, userId: user.id }
    if (!user || !balance || matched?.token !== identityToken || matched.userId !== user.id) return
    if (known && known.version >= balance.version) return
    session.send({ type: 'session.balanceTold', balance })
    if (known && known.coins !== shownCoins(balance)) session.send({ type: 'session.refresh' })
  }
  connection.subscribe(look)
  session.subscribe(look)
}
