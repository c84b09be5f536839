import type { Sql } from '../db/index.ts'

export type SaferPlayEvent = {
  playerId: string
  /** Milliseconds since 1970. */
  at: number
  action: 'adult' | 'limit-set' | 'limit-asked' | 'limit-raised' | 'limit-cancelled' | 'break' | 'reminder'
  detail: Record<string, string | number | null>
}

/** Keeps what a player set for themselves, for good, in the transaction that sets it. */
export const noteEvent = async (tx: Sql, { playerId, at, action, detail }: SaferPlayEvent): Promise<void> => {
  await tx.query('insert into safer_play_event (player_id, at, action, detail) values ($1, $2, $3, $4)', [
    playerId,
    new Date(at),
    action,
    JSON.stringify(detail),
  ])
}
