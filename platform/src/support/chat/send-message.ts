import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { ChatMessage } from '@minefall/shared/contracts/live'
import { detectLanguage } from '@minefall/shared/languages'
import { addressLimits, type Limit, type Rate, subjectOf } from '../../accounts/index.ts'
import { isRefusal, type Refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { guestSpending } from '../world.ts'
import { addMessage, type Bounds } from './add-message.ts'

const minute = 60_000

export const chatRates = {
  /** Messages of one player. */
  player: { most: 20, withinMs: minute },
  playerDay: { most: 500, withinMs: 24 * 60 * minute },
  /** Messages of all guests of one network address, and conversations that they begin. */
  guests: { most: 60, withinMs: minute },
  newGuests: { most: 30, withinMs: 60 * minute },
} as const satisfies Record<string, Rate>

const boundsOf = (
  world: Pick<World, 'guestBytesPerDay'>,
  { playerId, address, text }: Pick<BusRequest<'chat.send'>, 'playerId' | 'address' | 'text'>,
): Bounds => {
  const subject = subjectOf('chat-sent', playerId)
  const as = (whose: Bounds['limits'][number]['whose']) => (limit: Limit) => ({ whose, limit })
  return {
    limits: [
      { whose: 'players', limit: { subject, rate: chatRates.player } },
      { whose: 'players', limit: { subject, rate: chatRates.playerDay } },
      ...addressLimits('chat-guests', address, chatRates.guests).map(as('guests')),
      ...addressLimits('chat-new-guests', address, chatRates.newGuests).map(as('new-guests')),
    ],
    ...guestSpending(world, { address, bytes: Buffer.byteLength(text) }),
  }
}

/**
 * Keeps what a player writes, once for each id, and tells it after the commit. Sent again it gets the same answer and
 * counts no more. Refused as `addMessage` says.
 */
export const sendMessage = async (
  world: Pick<World, 'db' | 'bus' | 'clock' | 'guestBytesPerDay'>,
  { playerId, address, locale, ...message }: BusRequest<'chat.send'>,
): Promise<ChatMessage | Refusal> => {
  const { db, bus, clock } = world
  const writer = { kind: 'player', locale: detectLanguage(null, locale === null ? [] : [locale]) } as const
  const bounds = boundsOf(world, { playerId, address, text: message.text })
  const added = await addMessage(db, { ...message, playerId, writer, at: clock.now() }, bounds)
  if (isRefusal(added)) return added
  if (added.isNew) bus.publish('chat.message', playerId, added.message)
  return added.message
}
