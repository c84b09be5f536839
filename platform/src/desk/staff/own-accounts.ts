import { BlockList, isIP } from 'node:net'
import type { Staff } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import { addressGroup } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { readTies } from '../../rewards/index.ts'

/** Addresses that many machines share, and so identify no one. RFC 1918, 3927, 4193, 4291, 6598. */
const shared = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  shared.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  shared.addSubnet(net, prefix, 'ipv6')

const placeSchema = z.object({ address: z.string(), user_agent: z.string() })

/** A browser at a network as one string; null for a shared address. */
const placeOf = ({ address, user_agent }: z.infer<typeof placeSchema>): string | null => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  if (family === 0 || user_agent === '' || shared.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
  return JSON.stringify([addressGroup(plain), user_agent])
}

const placesIn = (rows: readonly unknown[]): string[] =>
  placeSchema
    .array()
    .parse(rows)
    .flatMap((row) => placeOf(row) ?? [])

/** Whether one of these accounts used a browser and network from which this person signed in to the desk. */
const shareAPlace = async (sql: Sql, { id }: Staff, players: readonly string[]): Promise<boolean> => {
  const mine = await sql.query('select distinct address, user_agent from staff_session where staff_id = $1', [
    id,
  ])
  const places = new Set(placesIn(mine.rows))
  if (places.size === 0) return false
  const theirs = await sql.query(
    'select distinct address, user_agent from session where player_id = any($1::uuid[])',
    [players],
  )
  return placesIn(theirs.rows).some((place) => places.has(place))
}

const accountSchema = z.object({ player_id: z.string() })

/** Accounts with this person's email address, or that signed in on one of their desk devices. */
const plainlyTheirs = async (sql: Sql, { id, email }: Staff): Promise<string[]> => {
  const { rows } = await sql.query(
    `select player_id from contact where kind = 'email' and value = $2
     union
     select theirs.player_id from staff_device mine
     join known_device theirs on theirs.device_hash = mine.device_hash where mine.staff_id = $1`,
    [id, email],
  )
  return accountSchema
    .array()
    .parse(rows)
    .map(({ player_id }) => player_id)
}

/**
 * Whether one of these accounts appears to belong to this member of staff: it has their email address, it signed in on
 * a device or with a browser at a public address from which they used the desk, or it shares a device or payout
 * account with such an account.
 */
export const ownsOne = async (tx: Sql, staff: Staff, players: readonly string[]): Promise<boolean> => {
  if (players.length === 0) return false
  const theirs = await plainlyTheirs(tx, staff)
  if (theirs.some((id) => players.includes(id))) return true
  if (await shareAPlace(tx, staff, players)) return true
  if (theirs.length === 0) return false
  const ties = await readTies(tx, [...new Set([...theirs, ...players])])
  return players.some((player) => theirs.some((id) => ties(player, id) !== null))
}
