import { checkLedger, type Sql } from '@minefall/platform'
import { z } from 'zod'
import type { Promised } from './felt.ts'

/** What is left of a run in the database, held against what players were promised. */
export type Aftermath = {
  promised: number
  /** Promised and not in the journal under the number that was reported. */
  lost: number
  /** Commands that became more than one decision, and turns in which more than one tile was opened. */
  doubled: number
  /** Turns that the clock ended, and seats that it put out. */
  turnsLost: number
  idle: number
  /** Decisions of a stale owner: behind one of a later epoch. */
  stale: number
  ledger: string[]
}

/** Turns that the clock ended, and seats that it put out, of all matches so far. */
export const lostToClock = async (sql: Sql): Promise<{ turns: number; seats: number }> => {
  const { rows } = await sql.query(
    `select count(*) filter (where e->>'type' = 'TileOpened' and e->>'by' = 'clock')::int as turns,
       count(*) filter (where e->>'type' = 'SeatOut' and e->>'reason' = 'idle')::int as seats
     from match_decision d, jsonb_array_elements(d.events) e`,
  )
  return clockSchema.parse(rows)[0]
}

const clockSchema = z.tuple([z.object({ turns: z.int(), seats: z.int() })])
const counts = z.tuple([z.object({ n: z.coerce.number() })])

export const aftermathOf = async (sql: Sql, promised: readonly Promised[]): Promise<Aftermath> => {
  const count = async (text: string, values: unknown[] = []) => {
    const { rows } = await sql.query(text, values)
    return counts.parse(rows)[0].n
  }
  const columns = [
    promised.map((one) => one.commandId),
    promised.map((one) => one.matchId),
    promised.map((one) => one.seq),
  ]
  const clock = await lostToClock(sql)
  return {
    promised: promised.length,
    lost: await count(
      `select count(*) as n from unnest($1::text[], $2::text[], $3::int[]) p(command_id, match_id, seq)
       where not exists (select from match_decision d
         where d.match_id = p.match_id and d.command_id = p.command_id and d.seq = p.seq)`,
      columns,
    ),
    doubled:
      (await count(
        `select count(*) as n from (select from match_decision where command_id is not null
           group by match_id, seat, command_id having count(*) > 1) twice`,
      )) +
      (await count(
        `select count(*) as n from (select from match_decision d, jsonb_array_elements(d.events) e
           where e->>'type' = 'TileOpened' group by d.match_id, e->>'turn' having count(*) > 1) twice`,
      )),
    turnsLost: clock.turns,
    idle: clock.seats,
    stale: await count(
      `select count(*) as n from (select epoch < max(epoch) over (partition by match_id order by seq) as is_stale
         from match_decision) decisions where is_stale`,
    ),
    ledger: (await checkLedger(sql)).findings,
  }
}

/** What of it may not be, a sentence each. */
export const faultsIn = (aftermath: Aftermath): string[] => {
  const { lost, doubled, turnsLost, idle, stale, ledger } = aftermath
  const told: (readonly [number, string])[] = [
    [lost, 'acknowledged moves are not in the journal'],
    [doubled, 'commands or turns count twice'],
    [turnsLost, 'turns were lost to the clock'],
    [idle, 'seats were put out by the clock'],
    [stale, 'decisions are of an owner whose time was over'],
  ]
  return [...told.flatMap(([times, what]) => (times > 0 ? [`${times} ${what}`] : [])), ...ledger]
}
