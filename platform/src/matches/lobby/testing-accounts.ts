import type { Asset, MatchId } from '@minefall/shared/game'
import { fund } from '../../ledger/testing.ts'
import type { Guest, Stage } from '../testing.ts'

/** For tests alone: the queue that most of them play in. */
export const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const

/** Someone with an account and this many coins. */
export const account = async (stage: Stage, coins: bigint, asset: Asset = 'coin'): Promise<Guest> => {
  const guest = await stage.guest()
  await stage.db.query(`update player set kind = 'player' where id = $1`, [guest.id])
  if (coins > 0n) await fund(stage.db, guest.id, asset, coins)
  return guest
}

/** Seats everyone at a match and lets it begin. */
export const playMatch = async (stage: Stage, matchId: MatchId, guests: readonly Guest[]): Promise<void> => {
  const seated = []
  for (const guest of guests) seated.push({ guest, ...(await guest.sit(matchId)) })
  await stage.host.idle()
  for (const { guest, seed } of seated) await guest.reveal(matchId, seed)
  await stage.host.idle()
}
