import { ok } from '@minefall/shared/contracts'
import type { Unsubscribe } from '@minefall/shared/node'
import { z } from 'zod'
import { tellingOutages } from '../../bus/answering.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'

/** Tells a BFF which of its sockets' sessions have ended, or are past their limits. The answer of this undoes it. */
export const answerSessionChecks = ({ db, bus, clock, log }: World): Unsubscribe =>
  tellingOutages(bus, log).respond('session.check', async ({ sessions }) => {
    const now = clock.now()
    const { rows } = await db.query(
      `select id from session
       where id = any($1::text[]) and ended_at is null and created_at > $2 and issued_at > $3`,
      [sessions, new Date(now - lifetimes.session), new Date(now - lifetimes.idle)],
    )
    const inForce = new Set(
      z
        .array(z.object({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => id),
    )
    return ok({ ended: sessions.filter((session) => !inForce.has(session)) })
  })
