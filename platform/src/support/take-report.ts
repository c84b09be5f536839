import { bodyCode } from '@minefall/shared/contracts'
import type { ReportBody } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import {
  addressGroup,
  addressLimits,
  type Caller,
  countIfAllowed,
  lockSubjects,
  type Rate,
  subjectOf,
} from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal, tooMany } from '../http/index.ts'
import { requestHash, sameHash } from '../ledger/index.ts'
import { drawDigits } from '../wallet/index.ts'
import type { Asker, World } from './world.ts'
import { spendAsGuest } from './world.ts'

const hour = 3_600_000

export const reportRates = {
  /** Of one player, or of one visitor's address. */
  reporter: { most: 5, withinMs: hour },
  /** From one network address, no matter who they are. */
  address: { most: 30, withinMs: hour },
} as const satisfies Record<string, Rate>

/** The reporter: an account, a guest, or null for a visitor without a device id; and their address. */
export type Reporter = Caller & { asker: Asker | null }

const madeRow = z.object({ number: z.string(), request_hash: z.instanceof(Uint8Array) })
type MadeReport = z.infer<typeof madeRow>

/** What was reported, and by whom: the page and the connection are other ones by the time it is sent again. */
const hashOf = (playerId: string | null, { category, text, matchId, gameId }: ReportBody): Uint8Array =>
  requestHash('report', playerId ?? '', JSON.stringify([category, text, matchId, gameId]))

/** The report that this key stands for. */
const madeBefore = async (tx: Sql, key: string): Promise<MadeReport | null> => {
  const { rows } = await tx.query('select number, request_hash from problem_report where request_key = $1', [
    key,
  ])
  return madeRow.optional().parse(rows[0]) ?? null
}

type NewReport = {
  id: string
  playerId: string | null
  body: ReportBody
  hash: Uint8Array
  userAgent: string
  at: Date
}

/** Whose report it is: a guest is kept with it, unless their network has too many; it is taken all the same then. */
const keepReporter = async (
  { guests }: Pick<World, 'guests'>,
  tx: Sql,
  { asker, address }: Reporter,
): Promise<string | null> => {
  if (!asker || asker.guestOf === null) return asker?.playerId ?? null
  const kept = await guests.keep(tx, { deviceId: asker.guestOf, address })
  return 'wait' in kept ? null : kept.id
}

/** Its number; null where the key, or the number that was drawn, is taken. */
const write = async (
  tx: Sql,
  { id, playerId, body, hash, userAgent, at }: NewReport,
  number: string,
): Promise<string | null> => {
  const { count } = await tx.query(
    `insert into problem_report (id, number, player_id, request_key, request_hash, category, body, match_id, game_id,
       page, connection, user_agent, created_at, release)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
    [
      id,
      number,
      playerId,
      body.key,
      hash,
      body.category,
      body.text,
      body.matchId ?? null,
      body.gameId ?? null,
      body.page,
      body.connection ?? null,
      userAgent.slice(0, 300),
      at,
      body.release ?? null,
    ],
  )
  return count > 0 ? number : null
}

/**
 * Keeps a report, once for each key, tells staff after the commit, and answers the number it goes by. Made again it answers the same number and
 * counts no more; refused where the key stands for another report, or where too many came within the hour.
 */
export const takeReport = async (
  world: World,
  reporter: Reporter,
  body: ReportBody,
): Promise<string | Refusal> => {
  const { db, bus, clock, newId, randomBytes } = world
  const { asker, address } = reporter
  const askerId = asker?.playerId ?? null
  const limits = [
    { subject: subjectOf('report', askerId ?? addressGroup(address)), rate: reportRates.reporter },
    ...addressLimits('report-address', address, reportRates.address),
  ]
  const hash = hashOf(askerId, body)
  let isNew = false
  const taken = await db.transaction(async (tx) => {
    // Resends wait here for the first one, which they then find.
    await lockSubjects(
      tx,
      limits.map(({ subject }) => subject),
    )
    const before = await madeBefore(tx, body.key)
    if (before) return sameHash(before.request_hash, hash) ? before.number : refusal(bodyCode.conflict)
    const now = clock.now()
    const counted = await countIfAllowed(tx, limits, now)
    if ('wait' in counted) return tooMany(counted.wait)
    if (asker === null || asker.guestOf !== null) {
      const bytes = Buffer.byteLength(JSON.stringify(body))
      const refused = await spendAsGuest(tx, world, { address, bytes })
      if (refused) return refused
    }
    const playerId = await keepReporter(world, tx, reporter)
    const { userAgent } = reporter
    const report: NewReport = { id: newId(), playerId, body, hash, userAgent, at: new Date(now) }
    for (;;) {
      const digits = drawDigits(9, randomBytes)
      const number = await write(tx, report, `R${digits.slice(0, 5)}-${digits.slice(5)}`)
      if (number !== null) {
        isNew = true
        return number
      }
      // The number was another's, or someone else took the key in the meantime.
      if (await madeBefore(tx, body.key)) return refusal(bodyCode.conflict)
    }
  })
  if (isNew) bus.publish('desk.changed', null, { what: 'reports' })
  return taken
}
