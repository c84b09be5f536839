import type { World } from '../world.ts'

/** Notes that a player is 18 or older and where they live: the first time they say so counts, for good. */
export const confirmAdult = async (
  { db, clock }: World,
  playerId: string,
  residence: string,
): Promise<void> => {
  const at = new Date(clock.now())
  await db.transaction(async (tx) => {
    const { count } = await tx.query(
      'update login_account set adult_at = $2, residence = $3 where player_id = $1 and adult_at is null',
      [playerId, at, residence],
    )
    if (count === 0) return
    await tx.query(
      `insert into safer_play_event (player_id, at, action, detail) values ($1, $2, 'adult', $3)`,
      [playerId, at, JSON.stringify({ residence })],
    )
  })
}
