import { receiptSchema } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { SafeStorage } from '../../lib/storage.ts'
import { commandSchema } from './outbox.ts'

const secretsSchema = z.object({
  matchId: z.custom<MatchId>((value) => typeof value === 'string'),
  ref: z.string(),
  seed: z.string(),
  commit: z.string(),
  /** The server's commitment that we saw before we sat. */
  serverCommit: z.string().nullable(),
  /** At sealed tables our chain, and the end of the server's that we saw before we sat. */
  chain: z.optional(z.object({ last: z.string(), end: z.string() })),
  serverChain: z.optional(z.string()),
  /** The id of the command that takes the seat. */
  sitId: z.string(),
  /** That our seed came, signed by the platform; missing until then. */
  receipt: z.optional(receiptSchema),
})
const storedSeatSchema = z.object({ secrets: secretsSchema, outbox: z.array(commandSchema).readonly() })

/** Secrets of a seat, stored before any request that needs them. */
export type Secrets = z.infer<typeof secretsSchema>

/** What survives a reload of this tab. */
export type StoredSeat = z.infer<typeof storedSeatSchema>

const storageKey = 'match'

const parse = (text: string): StoredSeat | null => {
  try {
    return storedSeatSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Where a match's secrets live: this tab's session storage, one match at a time. */
export const createVault = (store: SafeStorage) => ({
  load: (matchId: MatchId): StoredSeat | null => {
    const text = store.get(storageKey)
    const kept = text === null ? null : parse(text)
    return kept?.secrets.matchId === matchId ? kept : null
  },
  save: (kept: StoredSeat): void => store.set(storageKey, JSON.stringify(kept)),
  forget: (): void => store.remove(storageKey),
})
export type Vault = ReturnType<typeof createVault>
