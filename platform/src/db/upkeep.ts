import type { Lane, Log, Row } from './database.ts'

/** How much log may pile up, in bytes: it is what the next start after a kill has to go through, 8 MB in about 0.1 s. */
const checkpointEvery = 8n * 1024n * 1024n
/** Below this vacuuming is not worth it. */
const tidyAfter = 1024n * 1024n
const lookEveryMs = 500
const idleMs = 2_000
/** Tables are vacuumed without an idle moment after this long. */
const tidyLatestMs = 10 * 60_000

/** Bytes of write-ahead log since the database was made. */
const logPosition = async (lane: Lane): Promise<bigint> => {
  const { rows } = await lane.query<{ at: string }>(
    "select (pg_current_wal_insert_lsn() - '0/0')::text as at",
  )
  return BigInt(rows[0]?.at ?? 0)
}

const tidy = async (lane: Lane) => {
  const { rows } = await lane.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  // One after the other, so that others get in between.
  for (const { name } of rows) await lane.query(`vacuum (analyze) ${name}`)
}

export type Upkeep = {
  /** Wraps `lane` so that its statements count as work. */
  counted(lane: Lane): Lane
  /** One check at `now`, in milliseconds; answers what was done. */
  look(now: number): Promise<('checkpoint' | 'tidy')[]>
  stop(): Promise<void>
}

/** Does for PGlite what a server's background processes do: checkpoints, and vacuum when nothing else is on. */
export const watchUpkeep = (inner: Lane, start: number): Upkeep => {
  let statements = 0
  let seen = 0
  let idleSince = start
  let checkpointAt: bigint | undefined
  let tidyAt: bigint | undefined
  let tidied = start
  return {
    counted: (lane) => ({
      query: <R extends Row>(text: string, values?: readonly unknown[]) => {
        statements++
        return lane.query<R>(text, values)
      },
      transaction: (run) => {
        statements++
        return lane.transaction(run)
      },
    }),
    async look(now) {
      const done: ('checkpoint' | 'tidy')[] = []
      const worked = statements !== seen
      seen = statements
      if (worked) idleSince = now
      const at = await logPosition(inner)
      checkpointAt ??= at
      tidyAt ??= at
      if (at - checkpointAt >= checkpointEvery) {
        await inner.query('checkpoint')
        checkpointAt = at
        done.push('checkpoint')
      }
      const due = at - tidyAt >= tidyAfter && (now - idleSince >= idleMs || now - tidied >= tidyLatestMs)
      if (due) {
        await tidy(inner)
        tidyAt = await logPosition(inner)
        tidied = now
        done.push('tidy')
      }
      return done
    },
    async stop() {},
  }
}

/** Watches until stopped. A failure is logged and tried again at the next look. */
export const startUpkeep = (inner: Lane, log: Log): Upkeep => {
  const upkeep = watchUpkeep(inner, performance.now())
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= upkeep
      .look(performance.now())
      .then((done) => {
        if (done.length > 0) log.debug({ done }, 'database upkeep')
      })
      .catch((error: unknown) => log.warn({ err: error }, 'database upkeep failed'))
      .finally(() => {
        looking = undefined
      })
  }, lookEveryMs)
  timer.unref()
  return {
    ...upkeep,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
