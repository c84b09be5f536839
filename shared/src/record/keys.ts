import * as z from 'zod/mini'
import { hex } from '../rules/index.ts'

/** Reads an address of the site, `/api/…` or `/.well-known/…`, as JSON. Rejects where there is no answer. */
export type ReadSite = (path: string) => Promise<unknown>

const keysAnswer = z.object({
  /** What a node that answers can sign with: a new key before the log has its entry, too. */
  held: z.array(hex(32)),
  keys: z.array(z.object({ at: z.int(), key: hex(32), position: z.int(), shard: z.int() })),
})

/** The keys that a site signs with, or has signed with. Rejects where it does not say. */
export const readPublishedKeys = async (read: ReadSite): Promise<ReadonlySet<string>> => {
  const { held, keys } = keysAnswer.parse(await read('/.well-known/minefall-fairness.json'))
  return new Set([...held, ...keys.map(({ key }) => key)])
}
