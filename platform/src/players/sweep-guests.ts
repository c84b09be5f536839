import type { Clock } from '@minefall/shared/node'
import { z } from 'zod'
import type { Database, Log } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'

export type SweepOptions = {
  db: Database
  clock: Clock
  log: Log
  /** How long a guest who never played is kept, in milliseconds; 0 keeps all. */
  guestRetentionMs: number
}

/** How often guests are checked, in milliseconds. */
const everyMs = 600_000
/** Guests per statement. Other statements get a turn in between on a database with one session. */
const atATime = 200
/** Guests per run. The first run after an upgrade continues in the next. */
const atMost = 20_000

/** Tables that refer to players. A guest in any of them has played, written or been reported. */
export const tracesOfPlayers = [
  ['seated', 'player_id'],
  ['match_seat', 'player_id'],
  ['match', 'host'],
  ['missed_reveal', 'player_id'],
  ['conversation', 'player_id'],
  ['support_picture', 'player_id'],
  ['problem_report', 'player_id'],
  ['player_note', 'player_id'],
  ['login_account', 'player_id'],
  ['terms_acceptance', 'player_id'],
  ['daily_try', 'player_id'],
] as const

const without = tracesOfPlayers
  .map(([table, column]) => `and not exists (select from ${table} t where t.${column} = p.id)`)
  .join('\n         ')

const sweptRow = z.object({ looked: z.bigint(), swept: z.bigint() })

/** Checks the next guests, once each, and deletes those who never played. One node at a time. */
const sweepNext = async (db: Database, before: Date): Promise<{ looked: number; swept: number }> =>
  db.transaction(async (tx) => {
    const turn = await tx.query('select from guest_sweep for update skip locked')
    if (turn.count === 0) return { looked: 0, swept: 0 }
    const { rows } = await tx.query(
      `with come as (
         select p.id, p.created_at from player p, guest_sweep g
         where p.kind = 'guest' and (p.created_at, p.id) > (g.created_at, g.player_id) and p.created_at < $1
         order by p.created_at, p.id limit $2
       ), gone as (
         delete from player p using come where p.id = come.id and p.kind = 'guest'
         ${without}
         returning p.id
       ), noted as (
         update guest_sweep set created_at = last.created_at, player_id = last.id
         from (select created_at, id from come order by created_at desc, id desc limit 1) as last
       )
       select (select count(*) from come) as looked, (select count(*) from gone) as swept`,
      [before, atATime],
    )
    const { looked, swept } = sweptRow.parse(rows[0])
    return { looked: Number(looked), swept: Number(swept) }
  })

/**
 * Deletes guests who came long ago and never played, and answers how many. Each guest is looked at once, when their
 * time is over. What the ledger has of them stays: it is append-only.
 */
export const sweepGuests = async (
  { db, clock, guestRetentionMs }: Omit<SweepOptions, 'log'>,
  stopping?: AbortSignal,
): Promise<number> => {
  if (guestRetentionMs === 0) return 0
  const before = new Date(clock.now() - guestRetentionMs)
  let all = 0
  for (let looked = 0; looked < atMost && !stopping?.aborted; ) {
    const next = await sweepNext(db, before)
    all += next.swept
    looked += next.looked
    if (next.looked < atATime) break
  }
  return all
}

/** Sweeps every ten minutes until it is stopped. A time that fails is logged; the next one does its work too. */
export const startSweepingGuests = (options: SweepOptions): (() => Promise<void>) => {
  const { clock, log } = options
  const failed = (error: unknown) => log.error({ err: error }, 'guests could not be swept')
  return repeat({ job: 'guests', clock, everyMs, failed }, async (stopping) => {
    const swept = await sweepGuests(options, stopping)
    if (swept > 0) log.info({ swept }, 'guests who never played were forgotten')
  })
}
