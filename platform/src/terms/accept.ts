import { type AcceptedTerms, acceptableDocuments } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

type Accepting = {
  playerId: string
  /** The versions that hold now. */
  current: AcceptedTerms
  /** What the player accepts; an older version counts for nothing. */
  accepted: AcceptedTerms | null | undefined
  at: Date
}

/** Keeps what a player accepts, in the caller's transaction. What was accepted before keeps its time. */
export const acceptTerms = async (tx: Sql, { playerId, current, accepted, at }: Accepting): Promise<void> => {
  const held = acceptableDocuments.filter((document) => accepted?.[document] === current[document])
  if (held.length === 0) return
  await tx.query(
    `insert into terms_acceptance (player_id, document, version, accepted_at)
     select $1, document, version, $4 from unnest($2::text[], $3::text[]) as held (document, version)
     on conflict do nothing`,
    [playerId, held, held.map((document) => current[document]), at],
  )
}

const rowSchema = z.object({ document: z.string(), version: z.string() })

/** Whether a player has accepted the versions that hold now. */
export const hasAccepted = async (
  sql: Sql,
  { playerId, current }: Pick<Accepting, 'playerId' | 'current'>,
): Promise<boolean> => {
  const { rows } = await sql.query('select document, version from terms_acceptance where player_id = $1', [
    playerId,
  ])
  const accepted = rowSchema.array().parse(rows)
  return acceptableDocuments.every((document) =>
    accepted.some((row) => row.document === document && row.version === current[document]),
  )
}
