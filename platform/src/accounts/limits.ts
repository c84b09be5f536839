import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { day, hour, type Rate } from './settings.ts'

/** The first groups of an IPv6 address, written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')].map(
    (group) => group.replace(/^0+(?=.)/, ''),
  )
}

const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** An IPv4 address, or the /64 of an IPv6 address, which is the least that one customer of a network has. */
export const addressGroup = (address: string): string => {
  const plain = plainOf(address)
  return plain.includes(':') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** A network that an address is in, and how many times as much as an address its limits allow. */
type AddressNetwork = { group: string; times: number }

/**
 * The networks whose limits an address counts against, the narrowest first. An IPv4 address is its own. A customer of
 * an IPv6 network may have a /56 or a /48 (RIPE-690) and with it 256 or 65,536 of /64, so these count too; mobile
 * networks share one /48 among many customers, so it allows more.
 */
export const addressNetworks = (address: string): AddressNetwork[] => {
  const narrow = { group: addressGroup(address), times: 1 }
  const plain = plainOf(address)
  if (!plain.includes(':')) return [narrow]
  const [a = '0', b = '0', c = '0', d = '0'] = groupsOf(plain)
  const upper = d.padStart(4, '0').slice(0, 2)
  return [
    narrow,
    { group: `${[a, b, c, `${upper}00`.replace(/^0+(?=.)/, '')].join(':')}::/56`, times: 4 },
    { group: `${[a, b, c].join(':')}::/48`, times: 16 },
  ]
}

/** Bytes that a subject may write in each window of `withinMs` milliseconds. Windows follow the clock: days start at midnight UTC. */
export type ByteBudget = { subject: Uint8Array; most: number; withinMs: number }

/** The budgets of an address for `what`: `most` bytes, and more for the wider networks of an IPv6 address. */
export const byteBudgets = (
  what: string,
  address: string,
  { most, withinMs }: Omit<ByteBudget, 'subject'>,
): ByteBudget[] =>
  addressNetworks(address).map(({ group, times }) => ({
    subject: subjectOf(what, group),
    most: most * times,
    withinMs,
  }))

/** Budgets as the functions of the database take them: `subjects bytea[], mosts bigint[], begins and ends timestamptz[]`. */
export const budgetColumns = (
  budgets: readonly ByteBudget[],
  now: number,
): readonly [Uint8Array[], bigint[], Date[], Date[]] => {
  const begins = budgets.map(({ withinMs }) => Math.floor(now / withinMs) * withinMs)
  return [
    budgets.map(({ subject }) => subject),
    budgets.map(({ most }) => BigInt(most)),
    begins.map((begin) => new Date(begin)),
    budgets.map(({ withinMs }, nth) => new Date((begins[nth] ?? 0) + withinMs)),
  ]
}

const fullRow = z.object({ full: z.int().nullable() })

/**
 * Takes `bytes` from each budget if all of them have enough left. Resolves with null, or with the milliseconds until
 * the exhausted one resets. `now` is in milliseconds since 1970. Counted in the database for all nodes together.
 */
export const spendIfAllowed = async (
  sql: Sql,
  budgets: readonly ByteBudget[],
  bytes: number,
  now: number,
): Promise<number | null> => {
  const [subjects, mosts, begins, ends] = budgetColumns(budgets, now)
  const { rows } = await sql.query(
    'select spend_if_allowed($1::bytea[], $2::bigint[], $3::timestamptz[], $4::bigint) as full',
    [subjects, mosts, begins, BigInt(bytes)],
  )
  const { full } = fullRow.parse(rows[0])
  const end = full === null ? undefined : ends[full - 1]
  return end === undefined ? null : end.getTime() - now
}

/** New guests that one network address may make; a wider network that an IPv6 address is in may make more. */
export type NewGuestLimits = { perHour: number; perDay: number }

/** What a new guest of an address is counted against. */
export const newGuestLimits = (address: string, { perHour, perDay }: NewGuestLimits): Limit[] => [
  ...addressLimits('new-guest', address, { most: perHour, withinMs: hour }),
  ...addressLimits('new-guest', address, { most: perDay, withinMs: day }),
]

/** One limit that applies: what is counted, and how often it may happen. */
export type Limit = { subject: Uint8Array; rate: Rate }

/** What a limit counts, from its parts, such as `subjectOf('sms')`: no contact or address stands in the table as it is. */
export const subjectOf = (...parts: readonly string[]): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(JSON.stringify(parts)).digest())

/** How often `what` may happen from an address: `rate`, and more from the wider networks that an IPv6 address is in. */
export const addressLimits = (what: string, address: string, { most, withinMs }: Rate): Limit[] =>
  addressNetworks(address).map(({ group, times }) => ({
    subject: subjectOf(what, group),
    rate: { most: most * times, withinMs },
  }))

/**
 * Locks the subjects until the transaction ends, so that two at once can't both be the last one allowed. One order
 * for all, so that no two wait for each other.
 */
export const lockSubjects = async (tx: Sql, subjects: readonly Uint8Array[]): Promise<void> => {
  await tx.query(
    `select pg_advisory_xact_lock(n) from (
       select distinct ('x' || encode(substring(s for 8), 'hex'))::bit(64)::bigint as n
       from unnest($1::bytea[]) as s order by n) as numbers`,
    [subjects],
  )
}

/** Limits as the functions of the database take them: `subjects bytea[], mosts int[], sinces timestamptz[]`. */
export type LimitColumns = readonly [Uint8Array[], number[], Date[]]

export const limitColumns = (limits: readonly Limit[], now: number): LimitColumns => [
  limits.map(({ subject }) => subject),
  limits.map(({ rate }) => rate.most),
  limits.map(({ rate }) => new Date(now - rate.withinMs)),
]

const decisionRow = z.object({ wait_ms: z.bigint().nullable(), ids: z.array(z.bigint()).nullable() })

/** What `count_or_wait` and what calls it decided: the milliseconds to wait, or what `uncount` takes back. */
export const countedOf = (row: unknown): { wait: number } | { ids: bigint[] } => {
  const { wait_ms, ids } = decisionRow.parse(row)
  return wait_ms === null ? { ids: ids ?? [] } : { wait: Number(wait_ms) }
}

/**
 * Counts one for each limit, once where they share a subject, if all of them allow one more. Answers what `uncount`
 * takes back, or the milliseconds to wait, more than 0. `now` is in milliseconds since 1970.
 */
export const countIfAllowed = async (
  sql: Sql,
  limits: readonly Limit[],
  now: number,
): Promise<{ wait: number } | { ids: bigint[] }> => {
  const { rows } = await sql.query(
    'select wait_ms, ids from count_or_wait($1::bytea[], $2::int[], $3::timestamptz[], $4::timestamptz)',
    [...limitColumns(limits, now), new Date(now)],
  )
  return countedOf(rows[0])
}

/** Takes back what turned out not to count, or of it what counted for these limits. */
export const uncount = async (
  sql: Sql,
  counted: readonly bigint[],
  limits: readonly Limit[] | null = null,
): Promise<void> => {
  await sql.query(
    'delete from counted where id = any($1::bigint[]) and ($2::bytea[] is null or subject = any($2))',
    [counted, limits?.map(({ subject }) => subject) ?? null],
  )
}
