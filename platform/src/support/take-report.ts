import { bodyCode } from '@minefall/shared/contracts'
import type { ReportBody } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import {
  type Asker,
  addressGroup,
  addressLimits,
  budgetColumns,
  type Caller,
  limitColumns,
  type Rate,
  subjectOf,
} from '../accounts/index.ts'
import { type Refusal, refusal, tooMany } from '../http/index.ts'
import { requestHash } from '../ledger/index.ts'
import { drawDigits } from '../wallet/index.ts'
import type { World } from './world.ts'
import { guestSpending } from './world.ts'

const hour = 3_600_000

export const reportRates = {
  /** Of one player, or of one visitor's address. */
  reporter: { most: 5, withinMs: hour },
  /** From one network address, no matter who they are. */
  address: { most: 30, withinMs: hour },
} as const satisfies Record<string, Rate>

/** The reporter: an account, a guest, or null for a visitor without a device id; and their address. */
export type Reporter = Caller & { asker: Asker | null }

/** What was reported, and by whom: the page and the connection are other ones by the time it is sent again. */
const hashOf = (playerId: string | null, { category, text, matchId, gameId }: ReportBody): Uint8Array =>
  requestHash('report', playerId ?? '', JSON.stringify([category, text, matchId, gameId]))

/**
 * Whose report it is: a guest is kept before it, as before a message; where their network has too many, the report is
 * taken as a visitor's.
 */
const keepReporter = async (
  { db, guests }: Pick<World, 'db' | 'guests'>,
  { asker, address }: Reporter,
): Promise<string | null> => {
  if (asker?.guestOf == null) return asker?.playerId ?? null
  if (asker.isStored) return asker.playerId
  const kept = await guests.keep(db, { deviceId: asker.guestOf, address })
  return 'wait' in kept ? null : kept.id
}

const takenRow = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['taken', 'known']), number: z.string() }),
  z.object({ outcome: z.literal('wait'), wait_ms: z.bigint() }),
  z.object({ outcome: z.literal('conflict') }),
  z.object({ outcome: z.literal('number') }),
])

/**
 * Keeps a report in one statement, once for each key, tells staff after the commit, and answers the number it goes by.
 * Made again it answers the same number and counts no more; refused where the key stands for another report, or where
 * too many came within the hour.
 */
export const takeReport = async (
  world: World,
  reporter: Reporter,
  body: ReportBody,
): Promise<string | Refusal> => {
  const { db, bus, clock, newId, randomBytes } = world
  const { asker, address, userAgent } = reporter
  const askerId = asker?.playerId ?? null
  const limits = [
    { subject: subjectOf('report', askerId ?? addressGroup(address)), rate: reportRates.reporter },
    ...addressLimits('report-address', address, reportRates.address),
  ]
  const isGuest = asker === null || asker.guestOf !== null
  const spending = guestSpending(world, { address, bytes: Buffer.byteLength(JSON.stringify(body)) })
  const playerId = await keepReporter(world, reporter)
  const now = clock.now()
  for (;;) {
    const digits = drawDigits(9, randomBytes)
    const { rows } = await db.query(
      `select outcome, wait_ms, number from take_report(
         $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::bytea[], $16::int[], $17::timestamptz[],
         $18::bytea[], $19::bigint[], $20::timestamptz[], $21::timestamptz[], $22)`,
      [
        newId(),
        `R${digits.slice(0, 5)}-${digits.slice(5)}`,
        playerId,
        body.key,
        hashOf(askerId, body),
        body.category,
        body.text,
        body.matchId ?? null,
        body.gameId ?? null,
        body.page,
        body.connection ?? null,
        userAgent.slice(0, 300),
        new Date(now),
        body.release ?? null,
        ...limitColumns(limits, now),
        ...budgetColumns(isGuest ? spending.budgets : [], now),
        spending.bytes,
      ],
    )
    const row = takenRow.parse(rows[0])
    if (row.outcome === 'wait') return tooMany(Number(row.wait_ms))
    if (row.outcome === 'conflict') return refusal(bodyCode.conflict)
    if (row.outcome === 'taken') bus.publish('desk.changed', null, { what: 'reports' })
    if (row.outcome !== 'number') return row.number
  }
}
