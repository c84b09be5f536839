import { nodeBeatMs } from '@minefall/shared/contracts/bus'
import type { ArenaSeat } from '@minefall/shared/contracts/live'
import {
  type Bus,
  type Clock,
  every,
  listeners,
  type OwnerDirectory,
  ownerDirectory,
  router,
} from '@minefall/shared/node'
import type { Signers } from '@minefall/shared/record'
import type { Registry } from 'prom-client'
import type { Owner } from '../accounts/index.ts'
import type { Database, Log } from '../db/index.ts'
import type { SealKeys } from '../http/index.ts'
import { beats, beatTurns, sweep } from './beat.ts'
import { afterCommit } from './host/after-commit.ts'
import { later } from './host/announce.ts'
import { balanceNews } from './host/balances.ts'
import { type Dropped, droppedBy } from './host/dropped.ts'
import { cancelTimers } from './host/live-match.ts'
import { watchEdges } from './host/presence.ts'
import { watchStandstill } from './host/turn-clock.ts'
import { keepJournal } from './journal/journal.ts'
import { keyKeeper } from './journal/log-key.ts'
import { appendLine, type NewLine } from './journal/log-line.ts'
import { HostClosed, type Patience, watchStorage } from './journal/persist.ts'
import { openLobby } from './lobby/lobby.ts'
import type { ArenaSeating } from './lobby/opening.ts'
import { rematches as collectRematches } from './lobby/rematch.ts'
import { seatArena } from './lobby/seat-arena.ts'
import { readLastSettled, readWins } from './lobby/wins.ts'
import { matchMetrics } from './metrics.ts'
import { answerRequests } from './responders.ts'
import type { MatchSettings } from './settings.ts'
import { holdShards } from './shards/held.ts'
import { checkMs, ownProcessorMs, refuseNamesake } from './shards/membership.ts'
import { tellNode } from './shards/node-beat.ts'
import { stewardOf } from './shards/steward.ts'
import { readTables, refusePracticeWithCoins } from './tables.ts'
import type { World } from './world.ts'

export type MatchOptions = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Cryptographic randomness: seeds, ids, pseudonyms of practice opponents. */
  randomBytes: (count: number) => Uint8Array
  /** How practice opponents think and choose; nothing that a board depends on. */
  random?: () => number
  /** The processor time this process has used, in milliseconds. */
  processorMs?: () => number
  /** This node's name, unlike any other's. */
  node: string
  /**
   * Whether other platform nodes may be on the bus, with whom the shards are shared. Without them this one takes all,
   * from the node that has them.
   */
  shared?: boolean
  /** Called when another program goes on under this node's name: this one is to end. */
  replaced?: () => void
  sealKeys: SealKeys
  /** Sign receipts; a key that is used first is noted in the fairness log. */
  signers: Signers
  /** Knows how owners of accounts can prove that they are. */
  owner?: Pick<Owner, 'proofRequired'>
  settings: MatchSettings
  metrics?: Registry
}

export type Matches = {
  /** Gives its shards to other nodes, where there are any, for at most `drainMs`; what is asked in the meantime is answered. */
  drain(): Promise<void>
  /** Drains, stops answering, lets what is in flight end, and leaves what matches it has to the nodes that take them. */
  close(): Promise<void>
  /** Whether its share of the shards is here, and is to stay. */
  ready(): boolean
  /** Tells whether it is, now and at each change. */
  onReady(listener: (isReady: boolean) => void): void
  /** Whether a shard is this node's. */
  isHeld(shard: number): boolean
  /** Appends a line about no match to the log of a shard; false where that is another node's. */
  appendLine(line: NewLine): Promise<boolean>
  /** Tells of each match that ended here, after its commit, until the answer is called. */
  onEnded(listener: () => void): () => void
  /** Tells of those who did not stay at a match of an arena, after the commit, until the answer is called. */
  onDropped(listener: (dropped: Dropped) => void): () => void
  /** Opens a match for those whom an arena seats together; null where it can't, as one of them may not wait any more. */
  seatArena(seating: ArenaSeating & { gameId: string }): Promise<ArenaSeat | null>
  /** Asks the owners of matches, whichever nodes these are. */
  route: World['route']
  /** Which nodes there are. */
  owners: OwnerDirectory
}

/** A host as its own tests see it. */
export type Host = Matches & {
  world: World
  /** Resolves when no decision is in flight and everything decided is published. */
  idle(): Promise<void>
}

/** Calls `run` every `ms` until undone; what it throws is logged. */
const beating = ({ clock, log }: MatchOptions, ms: number, run: () => void): (() => void) =>
  every(clock, ms, () => {
    try {
      run()
    } catch (error) {
      log.error({ err: error }, 'a beat of the match host failed')
    }
  })

/**
 * Takes its shards, recovers their live matches and answers the bus. Rejects with a start-up error when a table would
 * seat practice opponents where coins are, and when another node has this one's name.
 */
export const startMatches = async (options: MatchOptions): Promise<Matches> => startHost(options)

/** {@link startMatches}, with what its tests look into. */
export const startHost = async (options: MatchOptions): Promise<Host> => {
  const { bus, clock, log, settings } = options
  if (options.shared) await refuseNamesake(options)
  const storage = watchStorage(options.db.journal, { clock, awayMs: settings.storageAwayMs })
  const db = { ...options.db, journal: storage.journal }
  const tables = await readTables(db, settings.rakeBps)
  refusePracticeWithCoins(tables)
  // Named before anything is settled here, which is noted as it happens.
  const settled = await readLastSettled(db)
  const shards = holdShards()
  const owners = ownerDirectory({ bus, clock })
  const route = router({ bus, owners, clock })
  const metrics = matchMetrics(options.metrics)
  const working = new Set<Promise<unknown>>()
  let closed = false
  const closing = listeners()
  let decided = 0
  const ended = listeners()
  const dropouts = listeners<Dropped>()
  const patience: Patience = {
    clock,
    log,
    retryMs: settings.retryMs,
    closed: () => closed,
    onClosing: closing.add,
  }

  const world: World = {
    ...options,
    db,
    random: options.random ?? Math.random,
    processorMs: options.processorMs ?? ownProcessorMs,
    metrics,
    journal: keepJournal(db.journal, {
      metrics,
      clock,
      now: () => performance.now(),
      paceMs: settings.flushEveryMs,
      log,
    }),
    patience,
    balances: balanceNews({ db, bus, patience }),
    edges: watchEdges(settings.edgeSilentMs),
    standstill: watchStandstill(settings.restartGraceMs),
    shards,
    route,
    tables: new Map(tables.map((table) => [table.gameId, table])),
    matches: new Map(),
    stopped: new Set(),
    committed: (match, row, before) => {
      decided += 1
      if (row.events.some(({ type }) => type === 'Settled' || type === 'Voided')) later(ended.tell)
      const dropped = droppedBy(match, row, before)
      if (dropped) later(() => dropouts.tell(dropped))
      // What is reported about a decision must not undo it: a fault here is no fault of the match.
      try {
        tell(match, row, before)
      } catch (error) {
        log.error({ err: error, matchId: match.id }, 'a decision was committed but not told')
      }
    },
    lost: (shard) => steward.lost(shard),
    background: (work) => {
      const watched = work
        .catch((error: unknown) => {
          if (!(error instanceof HostClosed)) log.error({ err: error }, 'work of the match host failed')
        })
        .finally(() => working.delete(watched))
      working.add(watched)
    },
  }
  const lobby = openLobby(world)
  const tell = afterCommit(world, lobby.digest)
  const rematches = collectRematches(world)
  const ready = () => !closed && steward.isSettled()
  let wasReady = false
  const readiness = listeners<boolean>()
  const noteReady = () => {
    if (wasReady === ready()) return
    wasReady = !wasReady
    readiness.tell(wasReady)
  }
  const tellOfNode = () => {
    tellNode(world, { draining: steward.isDraining(), storage: storage.awaySince() === null })
    noteReady()
  }
  const steward = stewardOf(world, {
    held: shards,
    owners,
    rematches,
    shared: options.shared ?? false,
    told: tellOfNode,
    replaced: () => options.replaced?.(),
  })
  const stopAnswering = answerRequests(world, { lobby, rematches, steward })

  const noteStandstill = () => {
    const now = clock.now()
    const storageAway = storage.awaySince()
    world.standstill.note(!bus.isConnected() || storageAway !== null, { now, since: storageAway ?? now })
  }
  const lookAround = () => {
    storage.check()
    noteStandstill()
    steward.check()
    noteReady()
  }
  // One at a time: while the database is slow more of them would only wait for each other.
  let reading: Promise<void> | null = null
  const readOwners = () => {
    reading ??= steward.readOwners().finally(() => {
      reading = null
    })
    return reading
  }
  const stopBeats = [
    bus.onConnection(noteStandstill),
    beating(options, nodeBeatMs, tellOfNode),
    beating(options, checkMs, lookAround),
    beating(options, Math.round(settings.beatMs / beatTurns), beats(world)),
    beating(options, settings.beatMs, () => sweep(world, rematches)),
    beating(options, settings.beatMs, keyKeeper(world)),
    beating(options, settings.digestMs, lobby.digest.tell),
    beating(options, settings.readOwnersMs, () => world.background(readOwners())),
  ]

  const settleAll = async () => {
    await Promise.all([...world.matches.values()].map((match) => match.inTurn.idle()))
    await Promise.all(working)
    await world.journal.idle()
  }
  const idle = async () => {
    for (let before = -1; before !== decided; ) {
      before = decided
      await settleAll()
      await new Promise<void>((resolve) => later(resolve))
    }
  }

  let drained: Promise<void> | null = null
  const drain = () => {
    drained ??= steward.drain()
    return drained
  }
  const finish = async () => {
    closed = true
    closing.tell()
    stopAnswering()
    for (const stop of stopBeats) stop()
    steward.close()
    rematches.close()
    route.close()
    owners.close()
    lobby.close()
    for (const match of world.matches.values()) {
      match.dropped = true
      cancelTimers(match)
    }
    await settleAll()
    for (const shard of shards.all()) shards.shut(shard)
    await steward.idle()
    tellOfNode()
  }

  try {
    await steward.begin()
    noteReady()
  } catch (error) {
    await finish()
    throw error
  }
  // The lobby can wait for what was won before; players can't wait for the lobby.
  world.background(readWins(db, settled).then(lobby.digest.remember))

  return {
    world,
    idle,
    drain,
    route,
    owners,
    ready,
    isHeld: shards.isHeld,
    appendLine: (line) => appendLine(world, line),
    onReady(listener) {
      readiness.add(listener)
      listener(wasReady)
    },
    onEnded: ended.add,
    onDropped: dropouts.add,
    seatArena: (seating) => seatArena(world, seating),
    async close() {
      await drain()
      await finish()
    },
  }
}
