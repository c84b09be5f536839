import { shownCoins } from '@minefall/shared/coins'
import { type ConnectionActorRef, connectionActor } from '../machines/connection/index.ts'
import { type SessionActorRef, sessionActor } from '../machines/session/index.ts'

type JoinBalanceOptions = {
  session: Pick<SessionActorRef, 'send' | 'getSnapshot' | 'subscribe'>
  connection: Pick<ConnectionActorRef, 'getSnapshot' | 'subscribe'>
}

/**
 * Hands what the connection hears of an account's coins to the session of that account, which keeps the newest. For
 * a while the connection may still be the previous account's, and versions of two accounts can't be compared: a
 * balance is the account's whose session has, or once had, the token that the connection's player was reported by.
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
    session.send({ type: 'session.balanceChanged', balance })
    if (known && known.coins !== shownCoins(balance)) session.send({ type: 'session.refresh' })
  }
  connection.subscribe(look)
  session.subscribe(look)
}

/**
 * Keeps the live connection the session's: it changes its player when someone signs in or out, here or in another tab,
 * and what it hears of the account is read again. What the account owns has one truth, the session's.
 */
export const joinSession = ({
  session,
  connection,
}: {
  session: SessionActorRef
  connection: ConnectionActorRef
}): void => {
  const identify = () => connection.send({ type: 'connection.identify' })
  session.on('session.began', identify)
  session.on('session.ended', identify)
  connection.on('connection.profileChanged', () => session.send({ type: 'session.refresh' }))
  joinBalance({ session, connection })
}

/** Joins the session and the connection of this tab; once, before either is started. */
export const startLiveSession = (): void =>
  joinSession({ session: sessionActor, connection: connectionActor })
