import { bodyCode } from '@minefall/shared/contracts'
import { type Daily, dailyCalls, type OpenBoard } from '@minefall/shared/contracts/rest'
import { beginOf, dayMs, dayOf, finishMs, finishOf } from '@minefall/shared/daily'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Asker, askerOf, bearerIfAny, callerOf, deviceIdOf } from '../accounts/index.ts'
import { type App, accepted, refusal, server, tooMany } from '../http/index.ts'
import { hashOf } from '../players/index.ts'
import { type BoardRow, readBoard } from './boards.ts'
import { readDailyBoard, readDailyHistory, readStreak } from './ranking.ts'
import { beginTry, claimTries, countClaimable, isDeviceUsed, openTile, viewOwnTry } from './tries.ts'
import type { World } from './world.ts'

const tag = 'daily'

const deviceOf = (request: FastifyRequest): Uint8Array | null => {
  const deviceId = deviceIdOf(request)
  return deviceId === null ? null : hashOf(deviceId)
}

/** The player, an account or a device's guest. Refuses a visitor without a device id. */
const playerOf = async (world: World, request: FastifyRequest): Promise<Asker> =>
  (await askerOf(world, request)) ?? accepted<Asker>(refusal(bodyCode.unauthenticated))

const commitmentOf = ({ commit, root, committed_at, shard, position, rules }: BoardRow) => ({
  ...{ commit, root, rules, committedAt: committed_at.getTime(), line: { shard, position } },
})

const openRow = z.object({ day: z.string() })

/** Today, and how someone stands with it. */
const readToday = async (
  world: World,
  { playerId, guestOf }: Asker,
  device: Uint8Array | null,
): Promise<Daily> => {
  const { db, clock } = world
  const now = clock.now()
  const [yesterday, day] = [dayOf(now - dayMs), dayOf(now)]
  const board = await readBoard(db, day)
  // For as long again, so that the page shows its outcome.
  const days = now < finishOf(yesterday) + finishMs ? [day, yesterday] : [day]
  const tries = await Promise.all(days.map((of) => viewOwnTry(world, { playerId, day: of })))
  const isGuest = guestOf !== null
  const opened = await db.query(
    'select max(day)::text as day from daily_board where seed is not null having count(*) > 0',
  )
  return {
    now,
    day,
    endsAt: beginOf(day) + dayMs,
    board: board && commitmentOf(board),
    tries: tries.flatMap((one) => (one ? [one] : [])),
    isDeviceUsed: isGuest && device !== null && (await isDeviceUsed(db, { playerId, day }, device)),
    claimable: isGuest || device === null ? 0 : await countClaimable(db, playerId, device),
    streak: await readStreak(db, playerId, day),
    openDay: openRow.optional().parse(opened.rows[0])?.day ?? null,
  }
}

const viewOpen = (board: BoardRow): OpenBoard | null => {
  const { day, seed, seed_position, opened_at, shard } = board
  if (seed === null || seed_position === null || opened_at === null) return null
  const seedLine = { shard, position: seed_position }
  return { ...commitmentOf(board), day, seed, openedAt: opened_at.getTime(), seedLine }
}

/** The board of a day: one's try of it, leaderboards, and boards that are over. Any node can answer. */
export const dailyRoutes = async (app: App, { world }: { world: World }) => {
  const { db, guests, accounts } = world
  const serve = server(app, { tag, identify: (request) => playerOf(world, request) })
  const serveAccount = server(app, { tag, identify: accounts.signedIn })
  const serveAll = server(app, {
    tag,
    identify: async (request) => (bearerIfAny(request) === null ? null : accounts.signedIn(request)),
  })

  serve(
    dailyCalls.today,
    { summary: 'Today’s board and your try of it, as an account or as the guest of `x-device-id`' },
    ({ me, request }) => readToday(world, me, deviceOf(request)),
  )

  serve(
    dailyCalls.begin,
    { summary: 'Begin your one scored try of today, or go on with it' },
    async ({ me: { playerId, guestOf }, body: { day }, request }) => {
      if (guestOf !== null) {
        const kept = await guests.keep(db, { deviceId: guestOf, address: callerOf(request).address })
        if ('wait' in kept) return tooMany(kept.wait)
      }
      return beginTry(world, { playerId, isGuest: guestOf !== null, device: deviceOf(request) }, day)
    },
  )

  serve(
    dailyCalls.open,
    { summary: 'Open a tile of your try; one that is open already stays as it is' },
    ({ me: { playerId }, body }) => openTile(world, playerId, body),
  )

  serve(dailyCalls.history, { summary: 'Your own scored days, the latest first' }, ({ me: { playerId } }) =>
    readDailyHistory(db, playerId),
  )

  serveAccount(
    dailyCalls.claim,
    { summary: 'Take over what the guest of `x-device-id` played, but for days with a try of your own' },
    async ({ me: { playerId }, request }) => {
      const device = deviceOf(request)
      return { claimed: device === null ? 0 : await claimTries(world, playerId, device) }
    },
  )

  serveAll(
    dailyCalls.leaderboard,
    { summary: 'The hundred best of a day, and your own place' },
    ({ me, query: { day } }) => readDailyBoard(db, day, me?.playerId ?? null),
  )

  serve(
    dailyCalls.board,
    { summary: 'The board of a day that is over, with its seed' },
    async ({ query: { day }, reply }) => {
      const board = await readBoard(db, day)
      const opened = board && viewOpen(board)
      if (!opened) return refusal(bodyCode.notFound)
      reply.header('cache-control', 'public, max-age=86400')
      return opened
    },
  )
}
