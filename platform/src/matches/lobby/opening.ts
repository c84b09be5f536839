import type { Table } from '@minefall/shared/contracts/rest'
import { chainLength, chainOf, serverCommit } from '@minefall/shared/fairness'
import type { Asset, Coins, MatchHeader } from '@minefall/shared/game'
import type { Clock } from '@minefall/shared/node'
import { openedEntry } from '@minefall/shared/record'
import type { Call } from '../../db/index.ts'
import type { SealKeys } from '../../http/index.ts'
import { newMatchId } from '../ids.ts'
import { appendLog, type LogHead, type Origin } from '../journal/fairness-log.ts'
import { drawSecret, type MatchSecret, sealSecret } from '../secrets.ts'

/** All that a fresh match begins with. */
export type Opening = {
  header: MatchHeader
  secret: MatchSecret
  keyId: string
  sealed: Uint8Array
  origin: Origin
  arena: ArenaSeating | null
  at: number
}

/** Those whom an arena seats together; with `practice` a practice opponent comes for each of the other seats. */
export type ArenaSeating = { arenaId: string; playerIds: readonly string[]; practice: boolean }

/** Draws id and secrets of a fresh match. Nothing is stored yet. */
export const drawOpening = (
  queue: {
    table: Table
    stake: Coins
    asset: Asset
    origin: Origin
    arena?: ArenaSeating
    shard?: number
  },
  {
    clock,
    randomBytes,
    sealKeys: { current: sealKey },
  }: {
    clock: Pick<Clock, 'now'>
    randomBytes: (count: number) => Uint8Array
    sealKeys: Pick<SealKeys, 'current'>
  },
): Opening => {
  const { table, stake, asset, origin, arena = null, shard } = queue
  const now = clock.now()
  const matchId = newMatchId(now, randomBytes, shard)
  const { rules, seats } = table
  const secret = drawSecret(randomBytes, { practiceSeats: table.practice ? seats : 0, sealed: rules.sealed })
  const header: MatchHeader = {
    matchId,
    gameId: table.gameId,
    asset,
    stake,
    seats,
    rules,
    serverCommit: serverCommit(matchId, secret.serverSeed),
    ...(secret.chain !== undefined && { serverChain: chainOf(secret.chain, chainLength(rules, seats)).end }),
  }
  const sealed = sealSecret(sealKey, matchId, secret, randomBytes)
  return { header, secret, keyId: sealKey.keyId, sealed, origin, arena, at: now }
}

/** Stores match, sealed secret and the log's entry; `head` is the log's new end. */
export const insertOpening = (
  { header, keyId, sealed, origin, arena, at }: Opening,
  shard: number,
  before: LogHead,
): { calls: Call[]; head: LogHead } => {
  const { matchId, gameId, asset, stake, seats, rules, serverCommit: commitment, serverChain } = header
  const terms = [matchId, shard, gameId, asset, BigInt(stake), seats, JSON.stringify(rules), commitment]
  const logged = appendLog(shard, before, openedEntry(header, origin, { prevLog: before.hash, at }), at)
  const opened = {
    name: 'open_match',
    values: [...terms, new Date(at), keyId, sealed, origin.host, origin.rematchOf, serverChain ?? null],
  }
  const seated = arena && {
    name: 'seat_arena',
    values: [matchId, arena.arenaId, arena.playerIds, arena.practice, new Date(at)],
  }
  return { calls: [opened, ...(seated ? [seated] : []), logged.call], head: logged.head }
}
