import { type BreakBody, breakKindSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { News } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, wrongField } from '../../http/index.ts'
import { notifyProfile } from '../../players/index.ts'
import { takeBackSeats } from '../seats/take-back.ts'
import { lockStanding, noteEvent, type World } from '../world.ts'

const time = z.date().transform((at) => at.getTime())

const breakRow = z
  .object({ kind: breakKindSchema, began_at: time, ends_at: time.nullable() })
  .transform(({ kind, began_at, ends_at }) => ({ kind, beganAt: began_at, endsAt: ends_at }))

/** A break from play. Times are in milliseconds since 1970; without an end it is permanently. */
type Break = z.output<typeof breakRow>

/** The break of an account that ends last, of those that are not over; null where there is none. */
export const longestBreak = async (sql: Sql, playerId: string, now: number): Promise<Break | null> => {
  const { rows } = await sql.query(
    `select kind, began_at, ends_at from play_break
     where player_id = $1 and (ends_at is null or ends_at > $2)
     order by ends_at desc nulls first limit 1`,
    [playerId, new Date(now)],
  )
  return breakRow.optional().parse(rows[0]) ?? null
}

/** What a refusal tells of a break: its kind and, unless it is permanently, when it ends. */
export const pauseDetail = (pause: Break | null): { kind: string; until?: number } | undefined => {
  if (pause === null) return undefined
  const { kind, endsAt } = pause
  return endsAt === null ? { kind } : { kind, until: endsAt }
}

const dayMs = 86_400_000

const isSooner = (end: number | null, other: number | null): boolean =>
  end !== null && (other === null || end < other)

/** A break that would end less than this later is the same one, asked for again; in milliseconds. */
const longerByMs = 60_000

const isLonger = (end: number | null, other: number | null): boolean =>
  other !== null && (end === null || end - other >= longerByMs)

type Begun = { began: boolean; pause: Break }

const writeBreak = async (
  tx: Sql,
  { newId, clock }: World,
  playerId: string,
  { kind, days }: BreakBody,
): Promise<Begun | Refusal> => {
  await lockStanding(tx, playerId)
  const now = clock.now()
  const endsAt = days === null ? null : now + days * dayMs
  const before = await longestBreak(tx, playerId, now)
  if (before && isSooner(endsAt, before.endsAt)) return wrongField('days', 'break-shorter')
  if (before && !isLonger(endsAt, before.endsAt)) return { began: false, pause: before }
  await tx.query(
    'insert into play_break (id, player_id, kind, began_at, ends_at) values ($1, $2, $3, $4, $5)',
    [newId(), playerId, kind, new Date(now), endsAt === null ? null : new Date(endsAt)],
  )
  await noteEvent(tx, { playerId, at: now, action: 'break', detail: { kind, days, endsAt } })
  return { began: true, pause: { kind, beganAt: now, endsAt } }
}

const newsOf = ({ endsAt }: Break): News =>
  endsAt === null
    ? { name: 'break-begun' }
    : {
        name: 'break-begun-until',
        values: { until: new Date(endsAt).toISOString().slice(0, 16).replace('T', ' ') },
      }

/**
 * Begins a break, or makes the one that goes on longer. From its commit on nothing is staked, deposited or given; a seat
 * that waits for its match is given back before the answer, and the owner and their live connections are notified. Where the
 * one that goes on would end less than a minute later it stays as it is. Refused with `break-shorter` where it would end
 * sooner.
 */
export const beginBreak = async (
  world: World,
  playerId: string,
  asked: BreakBody,
): Promise<Refusal | null> => {
  const begun = await world.db.transaction((tx) => writeBreak(tx, world, playerId, asked))
  if (isRefusal(begun)) return begun
  await takeBackSeats(world, playerId)
  await notifyProfile(world, playerId)
  if (begun.began) await world.accounts.owner.tell(playerId, newsOf(begun.pause))
  return null
}
