import { z } from 'zod'

/** The most a page may hold, and what it holds when nothing is asked for. */
const pageLimits = { most: 100, usual: 20 } as const

/** The query of a list. `cursor` is the `next` of the previous page; it reveals nothing. */
export const pageQuerySchema = z.object({
  cursor: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimits.most).default(pageLimits.usual),
})

/** One page of a list; `next` is null at its end. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() })
