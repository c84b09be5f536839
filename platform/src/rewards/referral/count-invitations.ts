import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { CountedSeat } from '../counted-match.ts'
import { readTies } from '../pairs/note-pairs.ts'
import type { PlayerNews, World } from '../world.ts'
import { decideInvitation, readRule } from './decide.ts'

/** By whom someone came, and by whom that one did; null for who came on their own. */
export type Lineage = Readonly<{ playerId: string; inviter: string | null; inviterOfInviter: string | null }>

/** Whether the second is one or two steps up the first one's line, or came by the same invitation. */
const isAboveOrBeside = (one: Lineage, other: Lineage): boolean =>
  one.inviter !== null &&
  (one.inviter === other.playerId || one.inviterOfInviter === other.playerId || one.inviter === other.inviter)

/**
 * Whether invitations bring two accounts so near to each other that matches between them count for none: one invited
 * the other, or anyone who invited the other, or one and the same invited both. It is the same from either side, and
 * no one is their own kin.
 */
export const areKin = (one: Lineage, other: Lineage): boolean =>
  one.playerId !== other.playerId && (isAboveOrBeside(one, other) || isAboveOrBeside(other, one))

const lineageRow = z
  .object({
    player_id: z.string(),
    inviter_id: z.string().nullable(),
    inviter_of_inviter: z.string().nullable(),
  })
  .transform(
    ({ player_id, inviter_id, inviter_of_inviter }): Lineage => ({
      playerId: player_id,
      inviter: inviter_id,
      inviterOfInviter: inviter_of_inviter,
    }),
  )

/** By whom these accounts came. */
const readLineages = async (sql: Sql, players: readonly string[]): Promise<Lineage[]> => {
  const { rows } = await sql.query(
    `select p.player_id, own.inviter_id, above.inviter_id as inviter_of_inviter
     from unnest($1::uuid[]) as p (player_id)
     left join referral own on own.invited_id = p.player_id
     left join referral above on above.invited_id = own.inviter_id`,
    [players],
  )
  return lineageRow.array().parse(rows)
}

type Seat = Pick<CountedSeat, 'playerId' | 'discounted'>

const invitationRow = z
  .object({ invited_id: z.string(), inviter_id: z.string(), name: z.string() })
  .transform(({ invited_id, inviter_id, name }) => ({ invitedId: invited_id, inviterId: inviter_id, name }))
type Invitation = z.output<typeof invitationRow>

const countedSchema = z.object({ invited_id: z.string(), matches: z.int() })

/** Invitations of these players that are not decided, locked. */
const lockOpen = async (tx: Sql, players: readonly string[]): Promise<Invitation[]> => {
  const { rows } = await tx.query(
    `select r.invited_id, r.inviter_id, p.name from referral r join player p on p.id = r.invited_id
     where r.invited_id = any($1::uuid[]) and r.status = 'playing' order by r.invited_id for update of r`,
    [players],
  )
  return invitationRow.array().parse(rows)
}

/** Tells for which of these invitations the match counts: no one else in it may be of the invited or of their inviter. */
const readCounting = async (tx: Sql, seats: readonly Seat[], invitations: readonly Invitation[]) => {
  const lineages = await readLineages(
    tx,
    seats.map(({ playerId }) => playerId),
  )
  const inviters = invitations.map(({ inviterId }) => inviterId)
  const tieOf = await readTies(tx, [...new Set([...seats.map(({ playerId }) => playerId), ...inviters])])
  return ({ invitedId, inviterId }: Invitation): boolean => {
    if (seats.some(({ playerId, discounted }) => playerId === invitedId && discounted !== null)) return false
    const invited = lineages.find(({ playerId }) => playerId === invitedId)
    return lineages
      .filter(({ playerId }) => playerId !== invitedId)
      .every(
        (other) =>
          invited !== undefined &&
          !areKin(invited, other) &&
          tieOf(invitedId, other.playerId) === null &&
          tieOf(inviterId, other.playerId) === null,
      )
  }
}

/** How many matches count for each of these invitations now. */
const addMatch = async (
  tx: Sql,
  invitations: readonly Invitation[],
  counts: (invitation: Invitation) => boolean,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query(
    `update referral r
     set matches = r.matches + n.counts::int, discounted = r.discounted + (not n.counts)::int
     from unnest($1::uuid[], $2::boolean[]) as n (invited_id, counts) where r.invited_id = n.invited_id
     returning r.invited_id, r.matches`,
    [invitations.map(({ invitedId }) => invitedId), invitations.map(counts)],
  )
  return new Map(
    countedSchema
      .array()
      .parse(rows)
      .map(({ invited_id, matches }) => [invited_id, matches]),
  )
}

/**
 * Counts a settled match for the invitations of those who sat in it, late in the transaction that counts the match, as
 * the source of gifts is locked from here to the commit. The accounts of those who sat in it and of their inviters are
 * locked already. Answers the inviters, to be told after the commit: what it decided, or that someone of theirs got on.
 */
export const countInvitations = async (
  tx: Sql,
  { clock, settings }: Pick<World, 'clock' | 'settings'>,
  seats: readonly Seat[],
): Promise<PlayerNews[]> => {
  const invitations = await lockOpen(
    tx,
    seats.map(({ playerId }) => playerId),
  )
  if (invitations.length === 0) return []
  const matches = await addMatch(tx, invitations, await readCounting(tx, seats, invitations))
  const rule = await readRule(tx)
  const due = invitations.filter(({ invitedId }) => (matches.get(invitedId) ?? 0) >= rule.matches)
  const told: PlayerNews[] = invitations
    .filter((invitation) => !due.includes(invitation))
    .map(({ inviterId }) => ({ playerId: inviterId, news: { kind: 'progress' } }))
  const deciding = { rule, now: clock.now(), barredCountries: settings.barredCountries }
  for (const invitation of due) {
    const amount = await decideInvitation(tx, invitation, deciding)
    const news = { kind: 'referral', name: invitation.name, amount: amount?.toString() ?? null } as const
    told.push({ playerId: invitation.inviterId, news })
  }
  return told
}
