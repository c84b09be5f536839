import { envelopeSchema, reminderBodySchema } from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done } from '../../http/index.ts'
import { noteEvent } from '../note-event.ts'
import type { World } from '../world.ts'

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

/** How often one is told between matches how long one has played. */
export const reminderRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/user/play/reminder',
    {
      schema: {
        tags: ['safer play'],
        summary: 'Set the minutes of play between reminders, or none with null',
        body: reminderBodySchema,
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { playerId } = await world.accounts.signedIn(request)
      await setReminder(world, playerId, request.body.minutes)
      return done(request, null, 'reminder-set')
    },
  )
}
