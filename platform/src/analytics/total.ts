import { z } from 'zod'
import type { World } from './world.ts'

/** Rows that one statement drops, so that none takes long. */
const rowsAtOnce = 1_000
/** The oldest are dropped down to this share of what is allowed, so that not each call drops some. */
const dropTo = 0.95
/** Calls are refused past this share of it, while dropping is behind: what is kept is bounded whatever comes. */
const refuseFrom = 1.05

/** What all events take together. */
export type Total = {
  /** Whether no more may come now. Where more is kept than is allowed, the oldest are being dropped from then on. */
  isOver(): Promise<boolean>
  /** Drops the oldest events down to what is allowed, in the line of those who want the same. */
  drop(): Promise<void>
  /** Ends what is being dropped. */
  close(): Promise<void>
}

const totalRow = z.object({ bytes: z.bigint() })

/** Keeps what all events take within `bounds.totalBytes`, but for a twentieth. */
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
      // Whoever wanted it has heard of its failure.
      await dropping?.catch(() => undefined)
    },
  }
}
