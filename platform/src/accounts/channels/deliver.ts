import type { Logger } from '@minefall/shared/node'
import type { Channel, Message } from './channels.ts'

/** Hands a message over. False, with a log entry that holds nothing of it, when that fails. */
export const deliver = async (
  { channel, log }: { channel: Channel; log: Logger },
  message: Message,
): Promise<boolean> => {
  try {
    await channel.send(message)
    return true
  } catch (error) {
    log.error({ err: error, alarm: 'delivery' }, 'a message could not be sent')
    return false
  }
}
