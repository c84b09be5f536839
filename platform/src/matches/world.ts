import type { MatchId } from '@minefall/shared/game'
import type { Bus, Clock, Router } from '@minefall/shared/node'
import type { Signers } from '@minefall/shared/record'
import type { Owner } from '../accounts/index.ts'
import type { Database, Log } from '../db/index.ts'
import type { SealKeys } from '../http/index.ts'
import type { BalanceNews } from './host/balances.ts'
import type { LiveMatch } from './host/live-match.ts'
import type { Edges } from './host/presence.ts'
import type { Standstill } from './host/turn-clock.ts'
import type { Journal } from './journal/journal.ts'
import type { Patience } from './journal/persist.ts'
import type { JournalRow } from './journal/rows.ts'
import type { MatchMetrics } from './metrics.ts'
import type { MatchSettings } from './settings.ts'
import type { Shards } from './shards/held.ts'
import type { Shard } from './shards/shards.ts'
import type { OfferedTable } from './tables.ts'

/** Shared dependencies of the host's parts. */
export type World = {
  db: Database
  /** This node's name, in requests addressed to it and as the owner of its shards. */
  node: string
  bus: Bus
  /** Asks the owners of shards, this node too. */
  route: Pick<Router, 'request'>
  clock: Clock
  log: Log
  random: () => number
  randomBytes: (count: number) => Uint8Array
  /** The processor time this process has used, in milliseconds. */
  processorMs: () => number
  /** Knows how owners of accounts can prove that they are. */
  owner?: Pick<Owner, 'proofRequired'>
  settings: MatchSettings
  sealKeys: SealKeys
  signers: Signers
  metrics: MatchMetrics
  journal: Journal
  patience: Patience
  edges: Edges
  standstill: Standstill
  balances: BalanceNews
  shards: Shards
  /** As they are offered today; a match keeps the rules it opened with. */
  tables: Map<string, OfferedTable>
  matches: Map<MatchId, LiveMatch>
  /** Live matches that can neither continue nor be voided as they are. */
  stopped: Set<MatchId>
  /** Told after each commit, with the match already moved on. */
  committed: (match: LiveMatch, row: JournalRow, before: LiveMatch['record']['state']) => void
  /** Called when a shard turns out to belong to another node. */
  lost: (shard: Shard) => void
  /** Runs background work; a rejection is logged. Closing waits for it. */
  background: (work: Promise<unknown>) => void
}

/** Puts a match into memory. */
export const adopt = (world: World, match: LiveMatch): void => {
  world.matches.set(match.id, match)
}
