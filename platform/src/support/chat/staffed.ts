import type { Bus, Clock } from '@minefall/shared/node'
import type { Database, Log, Sql } from '../../db/index.ts'
import { inTurn } from '../../jobs/in-turn.ts'
import { repeat } from '../../jobs/repeating.ts'

/** How long someone of staff counts as on since they were last heard of, in milliseconds. */
const presentMs = 60_000
/** They are not noted again before this has passed, in milliseconds. */
const noteEveryMs = 10_000
/** How often it is looked whether someone is still on, in milliseconds. */
const lookEveryMs = 10_000

/** Whether someone who answers conversations is on. */
export const isStaffed = async (sql: Sql, now: number): Promise<boolean> => {
  const { count } = await sql.query(
    `select from staff_presence p join staff s on s.id = p.staff_id
     where p.heard_at > $1 and s.disabled_at is null limit 1`,
    [new Date(now - presentMs)],
  )
  return count > 0
}

export type StaffPresence = {
  /** Someone of staff who may answer conversations was heard of. */
  heard(staffId: string): Promise<void>
  /** They have gone: no one waits for a minute to see it. */
  gone(staffId: string): Promise<void>
  close(): Promise<void>
}

type StaffPresenceOptions = { db: Database; bus: Bus; clock: Clock; log: Log }

/** Knows who of staff is on, and tells players when that becomes someone or no one. */
export const startStaffPresence = ({ db, bus, clock, log }: StaffPresenceOptions): StaffPresence => {
  /** What was reported last, by whichever node. */
  let told: boolean | null = null
  const stopHearing = bus.subscribe('chat.staffed', null, ({ staffed }) => {
    told = staffed
  })

  const turns = inTurn()
  // One at a time: of two beside each other the older could be told last.
  const look = () =>
    turns.run(async () => {
      const staffed = await isStaffed(db, clock.now())
      if (staffed === told) return
      told = staffed
      bus.publish('chat.staffed', null, { staffed })
    })
  const failed = (error: unknown) => log.error({ err: error }, 'it could not be seen who of staff is on')
  const stop = repeat({ job: 'staffed', clock, everyMs: lookEveryMs, failed }, look)

  return {
    async heard(staffId) {
      const now = clock.now()
      const { count } = await db.query(
        `insert into staff_presence as p (staff_id, heard_at) values ($1, $2)
         on conflict (staff_id) do update set heard_at = excluded.heard_at where p.heard_at <= $3`,
        [staffId, new Date(now), new Date(now - noteEveryMs)],
      )
      if (count > 0) await look()
    },
    async gone(staffId) {
      await db.query('delete from staff_presence where staff_id = $1', [staffId])
      await look()
    },
    close: () => {
      stopHearing()
      return stop()
    },
  }
}
