import type { Table } from '@minefall/shared/contracts'
import { serverCommit } from '@minefall/shared/fairness'
import type { Asset, Coins, MatchHeader } from '@minefall/shared/game'
import type { Sql } from '../../db/index.ts'
import { newMatchId } from '../ids.ts'
import { appendLog, type LogHead, type Origin, openedEntry } from '../journal/fairness-log.ts'
import { drawSecret, type MatchSecret, type SealKey, sealSecret } from '../secrets.ts'

/** All that a fresh match begins with. */
export type Opening = {
  header: MatchHeader
  secret: MatchSecret
  keyId: string
  sealed: Uint8Array
  origin: Origin
  at: number
}

/** Draws id and secrets of a fresh match. Nothing is stored yet. */
export const drawOpening = (
  queue: { table: Table; stake: Coins; asset: Asset; origin: Origin; shard?: number },
  with_: { now: number; randomBytes: (count: number) => Uint8Array; sealKey: SealKey },
): Opening => {
  const { table, stake, asset, origin, shard } = queue
  const { now, randomBytes, sealKey } = with_
  const matchId = newMatchId(now, randomBytes, shard)
  const secret = drawSecret(randomBytes, table.practice ? table.seats : 0)
  const header: MatchHeader = {
    matchId,
    gameId: table.gameId,
    asset,
    stake,
    seats: table.seats,
    rules: table.rules,
    serverCommit: serverCommit(matchId, secret.serverSeed),
  }
  const sealed = sealSecret(sealKey, matchId, secret, randomBytes)
  return { header, secret, keyId: sealKey.keyId, sealed, origin, at: now }
}

/** Stores match, sealed secret and the log's entry. The answer is the log's new head. */
export const insertOpening = async (
  tx: Sql,
  { header, keyId, sealed, origin, at }: Opening,
  shard: number,
  head: LogHead,
): Promise<LogHead> => {
  await tx.query(
    `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, to_timestamp($9::double precision / 1000))`,
    [
      header.matchId,
      shard,
      header.gameId,
      header.asset,
      BigInt(header.stake),
      header.seats,
      JSON.stringify(header.rules),
      header.serverCommit,
      at,
    ],
  )
  await tx.query('insert into match_secret (match_id, key_id, sealed) values ($1, $2, $3)', [
    header.matchId,
    keyId,
    sealed,
  ])
  return appendLog(tx, shard, head, openedEntry(header, origin, head), at)
}
