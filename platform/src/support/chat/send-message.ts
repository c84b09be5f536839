import type { BusRequest, ChatMessage } from '@minefall/shared/contracts'
import { detectLanguage } from '@minefall/shared/languages'
import { z } from 'zod'
import { addressGroup, countIfAllowed, type Limit, type Rate, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, tooMany } from '../../http/index.ts'
import type { World } from '../world.ts'
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

const limitsOf = async (
  tx: Sql,
  { playerId, address }: { playerId: string; address: string },
): Promise<Limit[]> => {
  const { rows } = await tx.query(
    `select kind, exists (select from conversation c where c.player_id = p.id) as has_written
     from player p where id = $1`,
    [playerId],
  )
  const { kind, has_written } = senderRow.parse(rows[0])
  const from = addressGroup(address)
  const subject = subjectOf('chat-sent', playerId)
  return [
    { subject, rate: chatRates.player },
    { subject, rate: chatRates.playerDay },
    ...(kind === 'guest' ? [{ subject: subjectOf('chat-guests', from), rate: chatRates.guests }] : []),
    ...(kind === 'guest' && !has_written
      ? [{ subject: subjectOf('chat-new-guests', from), rate: chatRates.newGuests }]
      : []),
  ]
}

/**
 * Keeps what a player writes, once for each id, and tells it after the commit. Sent again it gets the same answer and
 * counts no more. Refused as `addMessage` says, and where too many came (1429).
 */
export const sendMessage = async (
  { db, bus, clock }: Pick<World, 'db' | 'bus' | 'clock'>,
  { playerId, address, locale, ...message }: BusRequest<'chat.send'>,
): Promise<ChatMessage | Refusal> => {
  const writer = { kind: 'player', locale: detectLanguage(null, locale === null ? [] : [locale]) } as const
  const added = await db.transaction(async (tx) => {
    const at = clock.now()
    return addMessage(tx, { ...message, playerId, writer, at }, async () => {
      const counted = await countIfAllowed(tx, await limitsOf(tx, { playerId, address }), at)
      return 'wait' in counted ? tooMany(counted.wait) : null
    })
  })
  if (isRefusal(added)) return added
  if (added.isNew) bus.publish('chat.message', playerId, added.message)
  return added.message
}
