import { shownCoins } from '@minefall/shared/coins'
import { type ConnectionActorRef, connectionActor } from '../machines/connection/index.ts'
import { backoffMs } from '../machines/connection/link.ts'
import { type SessionActorRef, sessionActor } from '../machines/session/index.ts'

type JoinBalanceOptions = {
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

export type LiveSessionPorts = {
  session: SessionActorRef
  connection: ConnectionActorRef
  /** Any call with the token in store: it renews an expired one, and ends a session that is over. */
  fetchUser(): Promise<unknown>
  /** Local milliseconds since 1970. */
  now(): number
  /** Numbers in [0, 1). */
  random(): number
  /** Runs after so many milliseconds. */
  after(ms: number, run: () => void): void
}

/** The call that ended the session may be our own, with its answer on its way. */
const graceMs = 300
/** Refusals this far apart have nothing to do with each other. */
const calmMs = 60_000

/**
 * Keeps the live connection the session's: it changes its player when somebody signs in or out, here or in another
 * tab, comes back after its session has ended or its token expired, and what it is told of the account is read again.
 * What the account owns has one truth, the session's.
 */
export const joinSession = ({
  session,
  connection,
  fetchUser,
  now,
  random,
  after,
}: LiveSessionPorts): void => {
  const identify = () => connection.send({ type: 'connection.identify' })
  session.on('session.began', identify)
  session.on('session.ended', identify)

  const refresh = () => session.send({ type: 'session.refresh' })
  connection.on('connection.profileChanged', refresh)
  joinBalance({ session, connection })

  let refusals = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  const recover = async () => {
    if (session.getSnapshot().hasTag('signedIn')) await fetchUser().catch(() => undefined)
    // Whoever was removed meanwhile, or went to another tab, is not brought back by this.
    if (connection.getSnapshot().context.closeCode === 'signed-out')
      connection.send({ type: 'connection.open' })
    identify()
  }
  connection.on('connection.tokenRefused', () => {
    refusals = now() - refusedAt > calmMs ? 0 : refusals + 1
    refusedAt = now()
    after(graceMs + (refusals === 0 ? 0 : backoffMs(refusals, random)), () => void recover())
  })
}

/** Joins the session and the connection of this tab; once, before either is started. */
export const startLiveSession = (): void =>
  joinSession({
    session: sessionActor,
    connection: connectionActor,
    fetchUser: async () => (await import('../calls/account-calls.ts')).fetchUser(),
    now: () => Date.now(),
    random: Math.random,
    after: (ms, run) => void setTimeout(run, ms),
  })
