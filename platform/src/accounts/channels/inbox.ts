import type { Clock, Logger } from '@minefall/shared/node'
import type { Channel, Message } from './channels.ts'

export type InboxMessage = Message & { at: number; channel: 'email' | 'phone' }

/** What would have been sent, while no channel is set: read at `/dev/inbox`, never in production. */
export type Inbox = {
  channel(kind: InboxMessage['channel']): Channel
  /** The newest first. */
  messages(): readonly InboxMessage[]
}

/** Messages kept; older ones are forgotten. */
const kept = 200

export const createInbox = ({ clock, log }: { clock: Clock; log: Logger }): Inbox => {
  let messages: readonly InboxMessage[] = []
  return {
    channel: (kind) => ({
      async send(message) {
        messages = [{ ...message, channel: kind, at: clock.now() }, ...messages].slice(0, kept)
        log.info({ channel: kind }, 'no channel is set: a message waits at /dev/inbox')
      },
    }),
    messages: () => messages,
  }
}
