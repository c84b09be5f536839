import type { Destination } from '@minefall/shared/contracts/rest'
import {
  type DestinationDetails,
  destinationCurrency,
  destinationDetailsSchema,
  type Network,
} from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** The ends of a text that is known by them; a short one loses its middle as well. */
const endsOf = (text: string, first: number, last: number): string =>
  text.length > first + last ? `${text.slice(0, first)}…${text.slice(-last)}` : `${text.slice(0, 1)}…`

/** A destination's account, address or card: for its owner's eyes, and for anyone who pays it out. */
export const fullDestination = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay':
      return details.account
    case 'usdt':
      return details.address
    case 'bank':
      return details.cardNumber
  }
}

/** A destination's account, address or card, shortened so that its owner knows it again and no one else learns it. */
export const destinationLabel = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay': {
      const at = details.account.lastIndexOf('@')
      if (at < 0) return endsOf(details.account, 3, 4)
      return `${details.account.slice(0, Math.max(1, Math.min(2, at - 1)))}…${details.account.slice(at)}`
    }
    case 'usdt':
      return endsOf(details.address, 6, 4)
    case 'bank':
      return `…${details.cardNumber.slice(-4)}`
  }
}

/** Where an order goes, in a line: of a card with the bank's name. */
export const orderDestination = (destination: unknown): string => {
  const details = destinationDetailsSchema.parse(destination)
  const label = destinationLabel(details)
  return details.method === 'bank' ? `${details.bankName} ${label}` : label
}

const rowSchema = z
  .object({
    id: z.string(),
    details: destinationDetailsSchema,
    created_at: z.date().transform((at) => at.getTime()),
  })
  .transform(({ id, details, created_at }) => ({ id, details, createdAt: created_at }))

/** A saved destination. `createdAt` is in milliseconds since 1970. */
export type SavedDestination = { id: string; details: DestinationDetails; createdAt: number }

export const networkOf = (details: DestinationDetails): Network | null =>
  details.method === 'usdt' ? details.network : null

/** A player's destinations, the newest first. */
export const listDestinations = async (sql: Sql, playerId: string): Promise<SavedDestination[]> => {
  const { rows } = await sql.query(
    `select id, details, created_at from payout_destination where player_id = $1 and removed_at is null
     order by created_at desc, id desc`,
    [playerId],
  )
  return rowSchema.array().parse(rows)
}

/** A destination of a player's; null for another's and for one that is removed, as for none. */
export const readDestination = async (
  sql: Sql,
  { id, playerId }: { id: string; playerId: string },
): Promise<SavedDestination | null> => {
  const { rows } = await sql.query(
    `select id, details, created_at from payout_destination
     where id = $1 and player_id = $2 and removed_at is null`,
    [id, playerId],
  )
  return rowSchema.optional().parse(rows[0]) ?? null
}

/** A destination as its owner sees it. */
export const viewDestination = (
  { id, details, createdAt }: SavedDestination,
  { holdOffMs }: { holdOffMs: number },
): Destination => ({
  id,
  method: details.method,
  currency: destinationCurrency(details),
  network: networkOf(details),
  label: destinationLabel(details),
  realName: details.realName,
  bank: details.method === 'bank' ? { name: details.bankName, branch: details.branchName } : null,
  createdAt,
  opensAt: createdAt + holdOffMs,
})
