import type { Clock, Logger } from '@minefall/shared/node'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import type { Channel, Message } from './channels.ts'

export type InboxMessage = Message & { at: number; channel: 'email' | 'phone' }

/**
 * What would have been sent, while no channel is set: read at `/dev/inbox`, never in production. It is kept in the
 * database, as whoever reads it may be answered by another node than the one that wrote.
 */
export type Inbox = {
  channel(kind: InboxMessage['channel']): Channel
  /** The newest first. */
  messages(): Promise<readonly InboxMessage[]>
}

/** Messages kept; older ones are forgotten. */
const kept = 200

const rowSchema = z
  .object({
    at: z.date(),
    channel: z.enum(['email', 'phone']),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
  })
  .transform(({ at, channel, recipient, subject, body }) => ({
    at: at.getTime(),
    channel,
    to: recipient,
    subject,
    text: body,
  }))

export const createInbox = ({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Inbox => ({
  channel: (kind) => ({
    async send({ to, subject, text }) {
      await db.query(
        'insert into caught_message (at, channel, recipient, subject, body) values ($1, $2, $3, $4, $5)',
        [new Date(clock.now()), kind, to, subject, text],
      )
      await db.query(
        `delete from caught_message where id <= (select id from caught_message order by id desc offset ${kept} limit 1)`,
      )
      log.info({ channel: kind }, 'no channel is set: a message waits at /dev/inbox')
    },
  }),
  async messages() {
    const { rows } = await db.query(
      `select at, channel, recipient, subject, body from caught_message order by id desc limit ${kept}`,
    )
    return rowSchema.array().parse(rows)
  },
})
