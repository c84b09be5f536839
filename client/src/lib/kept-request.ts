import type { z } from 'zod'
import type { SafeStorage } from './storage.ts'

/** What is kept under a name, if it is what the schema says; null for anything else. */
export const readKept = <T>(store: SafeStorage, name: string, schema: z.ZodType<T>): T | null => {
  try {
    return schema.safeParse(JSON.parse(store.get(name) ?? 'null')).data ?? null
  } catch {
    // What is no JSON is not what was kept.
    return null
  }
}

export type KeptRequestsOptions<Request> = {
  store: SafeStorage
  /** What the request is kept under; of one account. */
  name: string
  schema: z.ZodType<Request>
  /** Whether two ask for the same, whatever it costs by now. */
  isSame(one: Request, other: Request): boolean
  /** Draws a fresh key. */
  draw(): string
}

/**
 * Requests as they are sent, each kept in `store` until its answer is known. One that had no answer is sent again as it
 * was, whatever the sums are by now: if it came through, its first answer is reported again, and nothing happens twice.
 */
export const keptRequests = <Request extends { key: string }>(options: KeptRequestsOptions<Request>) => {
  const { store, name, schema, isSame, draw } = options
  return {
    /** The request that had no answer yet. */
    unanswered: (): Request | null => readKept(store, name, schema),
    /** The request to send: the unanswered one where the same is asked for, otherwise a new one, kept from now on. */
    take: (asked: Omit<Request, 'key'>): Request => {
      const fresh = schema.parse({ ...asked, key: draw() })
      const kept = readKept(store, name, schema)
      const request = kept && isSame(kept, fresh) ? kept : fresh
      store.set(name, JSON.stringify(request))
      return request
    },
    /** Its answer is known. */
    forget: () => store.remove(name),
  }
}
