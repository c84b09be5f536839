import { bodyCode } from '@minefall/shared/contracts'
import { assetSchema, type MatchId, playerViewSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { countIfAllowed, type Rate, subjectOf } from '../accounts/index.ts'
import { type Refusal, refusal, tooMany } from '../http/index.ts'
import { onBreak, type World } from './world.ts'

/** What one account may ask of all, and of the same one. */
const asked: Rate = { most: 30, withinMs: 3_600_000 }
const askedOne: Rate = { most: 1, withinMs: 60_000 }

const invitedRow = z.object({
  player_id: z.string(),
  game_id: z.string(),
  stake: z.bigint().transform(String),
  asset: assetSchema,
  name: playerViewSchema.shape.name,
  avatar: playerViewSchema.shape.avatar,
  profile: z.uuid(),
  shows_here: z.boolean(),
  seated: z.boolean(),
})

/** Who is asked to a private table that the caller hosts: one they follow. */
const invited = `
  select f.followed_id as player_id, m.game_id, m.stake, m.asset, p.name, p.avatar,
    own.id as profile,
    v.shows_here and not v.hidden and not ${onBreak('v.player_id', '$4')} as shows_here,
    exists (select from seated s where s.player_id = v.player_id) as seated
  from public_profile v
  join follow f on f.player_id = $1 and f.followed_id = v.player_id
  join match m on m.id = $3 and m.host = $1 and m.private and m.phase = 'gathering'
  join player p on p.id = $1 join public_profile own on own.player_id = $1
  where v.id = $2 and not are_apart($1, v.player_id)`

/**
 * Asks someone to the caller's private table, in all their tabs; nothing where they have a seat, which the answer doesn't
 * tell: it may be one at a private table. 1404 where the table does not gather, is not the caller's, or the other one is not
 * followed, or not seen to be here; 1429 beyond 30 in an hour, or one a minute to the same player.
 */
export const inviteToTable = async (
  { db, bus, clock, here }: World,
  { playerId, id, matchId }: { playerId: string; id: string; matchId: MatchId },
): Promise<Refusal | null> => {
  // Who is asked may block who asks, also one who hides or has played no match.
  await db.query('insert into public_profile (player_id) values ($1) on conflict do nothing', [playerId])
  const { rows } = await db.query(invited, [playerId, id, matchId, new Date(clock.now())])
  const found = invitedRow.optional().parse(rows[0])
  if (!found) return refusal(bodyCode.notFound)
  const limits = [
    { subject: subjectOf('invite-to-table', playerId), rate: asked },
    { subject: subjectOf('invite-to-table', `${playerId} ${found.player_id}`), rate: askedOne },
  ]
  const counted = await countIfAllowed(db, limits, clock.now())
  if ('wait' in counted) return tooMany(counted.wait)
  const isHere = (await here.of([found.player_id])).has(found.player_id)
  if (!isHere || !found.shows_here) return refusal(bodyCode.notFound)
  if (found.seated) return null
  const { player_id, game_id: gameId, stake, asset, name, avatar, profile } = found
  bus.publish('player.invited', player_id, {
    ...{ matchId, gameId, stake, asset },
    from: { name, avatar, kind: 'player', profile },
  })
  return null
}
