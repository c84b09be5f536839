import { bodyCode } from '@minefall/shared/contracts'
import { playersCalls } from '@minefall/shared/contracts/rest'
import type { Clock } from '@minefall/shared/node'
import { type Accounts, bearerIfAny } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import { type App, type Refusal, refusal, server } from '../http/index.ts'
import { accuracyBoardOf } from './accuracy-board.ts'
import { leaderboardOf } from './leaderboard.ts'
import { readOwnProfile, readProfile, setHidden } from './profile.ts'

export type RatingRoutesOptions = { db: Database; clock: Clock; accounts: Pick<Accounts, 'signedIn'> }

const notFound: Refusal = refusal(bodyCode.notFound)

/** Public pages of players, one's own, and leaderboards. */
export const ratingRoutes = async (app: App, { db, clock, accounts }: RatingRoutesOptions) => {
  const serve = server(app, { tag: 'players', identify: accounts.signedIn })
  const serveAll = server(app, {
    tag: 'players',
    identify: async (request) => (bearerIfAny(request) === null ? null : accounts.signedIn(request)),
  })
  const readLeaderboard = leaderboardOf(db)
  const readAccuracyBoard = accuracyBoardOf(db)

  serveAll(
    playersCalls.profile,
    {
      summary:
        'A player as you may see them: rating, accuracy, level and badges; the name alone of those who hide or are blocked, or where one of you has blocked the other',
    },
    async ({ me, params: { id } }) =>
      (await readProfile(db, id, clock.now(), me?.playerId ?? null)) ?? notFound,
  )

  serve(
    playersCalls.ownProfile,
    { summary: 'Your own page as others see it, also while you are hidden' },
    async ({ me: { playerId } }) => (await readOwnProfile(db, playerId, clock.now())) ?? notFound,
  )

  serve(
    playersCalls.hide,
    { summary: 'Hide from leaderboards and search, and your page but for your name; or show it again' },
    async ({ me: { playerId }, body: { hidden } }) => {
      await setHidden(db, playerId, hidden)
      return { hidden }
    },
  )

  serveAll(
    playersCalls.leaderboard,
    { summary: 'The hundred best by rating, and your own place' },
    ({ me }) => readLeaderboard(me?.playerId ?? null, clock.now()),
  )

  serveAll(
    playersCalls.accuracyBoard,
    { summary: 'The hundred most accurate of the last seven days, and your own place' },
    ({ me }) => readAccuracyBoard(me?.playerId ?? null, clock.now()),
  )
}
