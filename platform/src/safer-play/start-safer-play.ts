import { playCalls } from '@minefall/shared/contracts/rest'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendCsv } from '../files/index.ts'
import { type App, readCursor, saying, server, writeCursor } from '../http/index.ts'
import { confirmAdult } from './adult/confirm-adult.ts'
import { beginBreak } from './breaks/begin-break.ts'
import { daysCsv } from './days/days-csv.ts'
import { placeSchema, readDays } from './days/read-days.ts'
import { cancelLimit, confirmLimit, setLimit } from './limits/set-limit.ts'
import { startTakingBack } from './seats/take-back.ts'
import { readState } from './state/read-state.ts'
import { noteEvent, type World } from './world.ts'

/** How the caller may play, what they set for themselves, and their money and time by day. */
const saferPlayRoutes = async (app: App, { world }: { world: World }) => {
  const { db, accounts } = world
  const serve = server(app, { tag: 'safer play', identify: accounts.signedIn })

  serve(
    playCalls.state,
    { summary: 'How you may play: limits, breaks, the reminder, and what you played today' },
    ({ me: { playerId } }) => readState(world, playerId),
  )

  serve(
    playCalls.days,
    { summary: 'Your money and time by day (UTC), the newest first' },
    async ({ me: { playerId }, query: { cursor, limit } }) => {
      const { days, next } = await readDays(db, playerId, { from: readCursor(placeSchema, cursor), limit })
      return { items: days, next: next && writeCursor(next) }
    },
  )

  serve(
    playCalls.daysFile,
    { summary: 'All your money and time by day (UTC) as CSV' },
    ({ me: { playerId }, reply }) => sendCsv(reply, 'minefall-play.csv', daysCsv(db, playerId)),
  )

  serve(
    playCalls.confirmAdult,
    {
      summary: 'Say that you are 18 or older, and where you live; once, permanently',
      notice: 'adult-confirmed',
    },
    async ({ me: { playerId }, body: { residence } }) => {
      await confirmAdult(world, playerId, residence)
      return null
    },
  )

  serve(
    playCalls.takeBreak,
    {
      summary: 'Begin a break from play, or make the one that goes on longer; never shorter',
      notice: 'break-begun',
    },
    ({ me: { playerId }, body }) => beginBreak(world, playerId, body),
  )

  serve(
    playCalls.setReminder,
    { summary: 'Set the minutes of play between reminders, or none with null', notice: 'reminder-set' },
    async ({ me: { playerId }, body: { minutes } }) => {
      await setReminder(world, playerId, minutes)
      return null
    },
  )

  serve(
    playCalls.setLimit,
    { summary: 'Lower a limit at once, or ask for a higher one' },
    async ({ me: { playerId }, body: { kind, period, amount } }) => {
      const wanted = amount === null ? null : BigInt(amount)
      const outcome = await setLimit(world, { playerId, kind, period, amount: wanted })
      return saying(outcome === 'set' ? 'limit-set' : 'limit-asked', null)
    },
  )

  serve(
    playCalls.confirmLimit,
    {
      summary: 'Confirm the higher limit that was asked for, when its waiting time is over',
      notice: 'limit-set',
    },
    ({ me: { playerId }, body }) => confirmLimit(world, { playerId, ...body }),
  )

  serve(
    playCalls.cancelLimit,
    { summary: 'Drop the higher limit that was asked for' },
    async ({ me: { playerId }, body }) => {
      await cancelLimit(world, { playerId, ...body })
      return null
    },
  )
}

/** Sets the minutes of play between reminders, or none with null. */
const setReminder = ({ db, clock }: World, playerId: string, minutes: number | null): Promise<void> =>
  db.transaction(async (tx) => {
    const { count } = await tx.query(
      `update login_account set reminder_minutes = $2
       where player_id = $1 and reminder_minutes is distinct from $2`,
      [playerId, minutes],
    )
    if (count > 0) await noteEvent(tx, { playerId, at: clock.now(), action: 'reminder', detail: { minutes } })
  })

export type SaferPlay = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Gives back the seats that may not be kept, now and from time to time, and offers what players set for themselves. */
export const startSaferPlay = async (world: World): Promise<SaferPlay> => {
  const stopTakingBack = await startTakingBack(world)
  return {
    routes: (app) => saferPlayRoutes(app, { world }),
    close: stopTakingBack,
  }
}
