import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { SafeStorage } from '../../lib/storage.ts'
import { type Command, commandSchema } from './outbox.ts'

/** What only this tab knows of its seat, kept before anything that needs it is sent. */
export type Secrets = {
  matchId: MatchId
  ref: string
  seed: string
  commit: string
  /** The server's commitment that we saw before we sat. */
  serverCommit: string | null
  /** The id of the command that takes the seat. */
  sitId: string
}

/** What a reload of this tab finds again. */
export type Kept = { secrets: Secrets; outbox: readonly Command[] }

/** Where a match's secrets live: this tab's session storage, one match at a time. */
export type Vault = {
  load(matchId: MatchId): Kept | null
  save(kept: Kept): void
  forget(): void
}

const storageKey = 'match'

const keptSchema = z.object({
  secrets: z.object({
    matchId: z.custom<MatchId>((value) => typeof value === 'string'),
    ref: z.string(),
    seed: z.string(),
    commit: z.string(),
    serverCommit: z.string().nullable(),
    sitId: z.string(),
  }),
  outbox: z.array(commandSchema),
})

const parse = (text: string): Kept | null => {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export const createVault = (store: SafeStorage): Vault => ({
  load: (matchId) => {
    const text = store.get(storageKey)
    const kept = text === null ? null : parse(text)
    return kept?.secrets.matchId === matchId ? kept : null
  },
  save: (kept) => store.set(storageKey, JSON.stringify(kept)),
  forget: () => store.remove(storageKey),
})
