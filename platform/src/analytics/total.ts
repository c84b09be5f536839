import { z } from 'zod'
import type { World } from './start-analytics.ts'

/** Rows per delete, which keeps each statement short: a move waits for the one that runs. */
const rowsAtOnce = 100
/** The oldest are dropped down to this share of the limit, so that not every call drops some. */
const dropTo = 0.95
/** Beyond this share of the limit calls are refused until dropping catches up. */
const refuseFrom = 1.05

/** The size of all events together. */
export type Total = {
  /** Whether calls must be refused now. Starts dropping the oldest if the limit is exceeded. */
  isOver(): Promise<boolean>
  /** Drops the oldest events down to the limit. Concurrent calls share one run. */
  drop(): Promise<void>
  /** Stops dropping. */
  close(): Promise<void>
}

const totalRow = z.object({ bytes: z.bigint() })

/** Keeps all events within `bounds.totalBytes`, give or take 5 %. */
export const boundTotal = ({ db, log, bounds }: World): Total => {
  let dropping: Promise<void> | null = null
  let stopped = false

  const bytesKept = async (): Promise<number> => {
    const { rows } = await db.query('select bytes from analytics_total')
    return Number(totalRow.parse(rows[0]).bytes)
  }

  const dropOldest = async () => {
    if ((await bytesKept()) <= bounds.totalBytes) return
    while (!stopped) {
      const tooMuch = Math.ceil((await bytesKept()) - bounds.totalBytes * dropTo)
      if (tooMuch <= 0) return
      const { count } = await db.query(
        `delete from analytics_event where id in (
           select id from (
             select id, sum(bytes) over (order by at, id) - bytes as before
             from (select id, at, bytes from analytics_event order by at, id limit ${rowsAtOnce}) as oldest
           ) as summed where before < $1::bigint
         )`,
        [BigInt(tooMuch)],
      )
      if (count === 0) return
    }
  }

  const drop = (): Promise<void> => {
    dropping ??= dropOldest().finally(() => {
      dropping = null
    })
    return dropping
  }

  return {
    isOver: async () => {
      const bytes = await bytesKept()
      if (bytes > bounds.totalBytes)
        drop().catch((error: unknown) =>
          log.warn({ err: error }, 'the oldest analytics events could not be dropped'),
        )
      return bytes > bounds.totalBytes * refuseFrom
    },
    drop,
    close: async () => {
      stopped = true
      // Its callers have handled the failure.
      await dropping?.catch(() => undefined)
    },
  }
}
