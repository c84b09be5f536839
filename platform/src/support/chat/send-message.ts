import type { BusRequest } from '@minefall/shared/contracts/bus'
import type { ChatMessage } from '@minefall/shared/contracts/live'
import { detectLanguage } from '@minefall/shared/languages'
import { z } from 'zod'
import { addressLimits, countIfAllowed, type Limit, type Rate, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, tooMany } from '../../http/index.ts'
import type { World } from '../world.ts'
import { spendAsGuest } from '../world.ts'
import { addMessage } from './add-message.ts'

const minute = 60_000

export const chatRates = {
  /** Messages of one player. */
  player: { most: 20, withinMs: minute },
  playerDay: { most: 500, withinMs: 24 * 60 * minute },
  /** Messages of all guests of one network address, and conversations that they begin. */
  guests: { most: 60, withinMs: minute },
  newGuests: { most: 30, withinMs: 60 * minute },
} as const satisfies Record<string, Rate>

const senderRow = z.object({ kind: z.enum(['guest', 'player']), has_written: z.boolean() })

/** What bounds a player's message, and whether they are a guest. */
const boundsOf = async (
  tx: Sql,
  { playerId, address }: { playerId: string; address: string },
): Promise<{ limits: Limit[]; isGuest: boolean }> => {
  const { rows } = await tx.query(
    `select kind, exists (select from conversation c where c.player_id = p.id) as has_written
     from player p where id = $1`,
    [playerId],
  )
  const { kind, has_written } = senderRow.parse(rows[0])
  const isGuest = kind === 'guest'
  const subject = subjectOf('chat-sent', playerId)
  const limits = [
    { subject, rate: chatRates.player },
    { subject, rate: chatRates.playerDay },
    ...(isGuest ? addressLimits('chat-guests', address, chatRates.guests) : []),
    ...(isGuest && !has_written ? addressLimits('chat-new-guests', address, chatRates.newGuests) : []),
  ]
  return { limits, isGuest }
}

/**
 * Keeps what a player writes, once for each id, and tells it after the commit. Sent again it gets the same answer and
 * counts no more. Refused as `addMessage` says, and where too many came (1429).
 */
export const sendMessage = async (
  world: Pick<World, 'db' | 'bus' | 'clock' | 'guestBytesPerDay'>,
  { playerId, address, locale, ...message }: BusRequest<'chat.send'>,
): Promise<ChatMessage | Refusal> => {
  const { db, bus, clock } = world
  const writer = { kind: 'player', locale: detectLanguage(null, locale === null ? [] : [locale]) } as const
  const added = await db.transaction(async (tx) => {
    const at = clock.now()
    return addMessage(tx, { ...message, playerId, writer, at }, async () => {
      const { limits, isGuest } = await boundsOf(tx, { playerId, address })
      const counted = await countIfAllowed(tx, limits, at)
      if ('wait' in counted) return tooMany(counted.wait)
      return isGuest ? spendAsGuest(tx, world, { address, bytes: Buffer.byteLength(message.text) }) : null
    })
  })
  if (isRefusal(added)) return added
  if (added.isNew) bus.publish('chat.message', playerId, added.message)
  return added.message
}
