import type { BreakBody } from '@minefall/shared/contracts/rest'
import type { News } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, wrongField } from '../../http/index.ts'
import { tellProfile } from '../../players/index.ts'
import { noteEvent } from '../note-event.ts'
import { takeBackSeats } from '../seats/take-back.ts'
import { lockStanding } from '../standing.ts'
import type { World } from '../world.ts'
import { type Break, longestBreak } from './break-row.ts'

const dayMs = 86_400_000

const isSooner = (end: number | null, other: number | null): boolean =>
  end !== null && (other === null || end < other)

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
  if (before && before.endsAt === endsAt) return { began: false, pause: before }
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
 * that waits for its match is given back before the answer, and the owner and their live connections are told. Refused with `break-shorter` where it
 * would end sooner than the break that goes on.
 */
export const beginBreak = async (
  world: World,
  playerId: string,
  asked: BreakBody,
): Promise<Refusal | null> => {
  const begun = await world.db.transaction((tx) => writeBreak(tx, world, playerId, asked))
  if (isRefusal(begun)) return begun
  await takeBackSeats(world, playerId)
  await tellProfile(world, playerId)
  if (begun.began) await world.accounts.owner.tell(playerId, newsOf(begun.pause))
  return null
}
