import { nodeBeatMs } from '@minefall/shared/contracts'
import { type Bus, type Clock, ownerDirectory, router } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import type { Registry } from 'prom-client'
import type { Database, Log } from '../db/index.ts'
import type { SealKeys } from '../sealing.ts'
import { beatTurns, publishBeats, sweep } from './beat.ts'
import { afterCommit } from './host/after-commit.ts'
import { later } from './host/announce.ts'
import { balanceNews } from './host/balances.ts'
import { watchEdges } from './host/edges.ts'
import { cancelTimers } from './host/live-match.ts'
import { moveLane } from './journal/moves.ts'
import { Closed } from './journal/persist.ts'
import { openLobby } from './lobby/lobby.ts'
import { countPauses } from './lobby/pauses.ts'
import { rematches as collectRematches } from './lobby/rematch.ts'
import { readLastSettled, readWins } from './lobby/wins.ts'
import { matchMetrics } from './metrics.ts'
import { recover } from './recovery/recover.ts'
import { answerRequests } from './responders.ts'
import type { MatchSettings } from './settings.ts'
import { holdShards } from './shards/held.ts'
import { tellNode } from './shards/node-beat.ts'
import { renewShards, type Shard, takeAllShards } from './shards/shards.ts'
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
  node: string
  sealKeys: SealKeys
  settings: MatchSettings
  metrics?: Registry
}

export type Matches = {
  /** Stops answering, lets what is in flight end, and leaves all matches to the next start. */
  close(): Promise<void>
  /** Whether every shard is still held here. */
  ready(): boolean
  /** Tells of each match that ended here, after its commit, until the answer is called. */
  onEnded(listener: () => void): () => void
}

/** A host as its own tests see it. */
export type Host = Matches & {
  world: World
  /** Resolves when no decision is in flight and everything decided is published. */
  idle(): Promise<void>
}

/** Calls `run` every `ms` until undone. */
const every = ({ clock, log }: MatchOptions, ms: number, run: () => void): (() => void) => {
  let cancel = () => {}
  const again = () => {
    cancel = clock.after(ms, () => {
      again()
      try {
        run()
      } catch (error) {
        log.error({ err: error }, 'a beat of the match host failed')
      }
    })
  }
  again()
  return () => cancel()
}

/** Forgets all matches of a shard that is another node's now; nothing of them is written any more. */
const forgetMatches = (world: Pick<World, 'matches'>, shard: Shard): void => {
  for (const match of world.matches.values()) {
    if (match.shard !== shard) continue
    match.dropped = true
    cancelTimers(match)
    world.matches.delete(match.id)
  }
}

/**
 * Takes all shards, recovers every live match and answers the bus. Rejects with a start-up error when a table
 * would seat practice opponents where coins are.
 */
export const startMatches = async (options: MatchOptions): Promise<Matches> => startHost(options)

/** {@link startMatches}, with what its tests look into. */
export const startHost = async (options: MatchOptions): Promise<Host> => {
  const { db, bus, clock, log, settings, node } = options
  const tables = await readTables(db, settings.rakeBps)
  refusePracticeWithCoins(tables)
  const { leaseMs } = settings
  const shards = holdShards()
  const { shards: taken, lastAlive } = await takeAllShards(db, { node, now: clock.now(), leaseMs })
  shards.open(taken)
  const owners = ownerDirectory({ bus, clock })
  const route = router({ bus, owners, clock })
  const metrics = matchMetrics(options.metrics)
  const working = new Set<Promise<unknown>>()
  let closed = false
  let tellClosing = () => {}
  const closing = new Promise<void>((resolve) => {
    tellClosing = resolve
  })
  let decided = 0
  const enders = new Set<() => void>()
  const lost = (shard: Shard) => {
    if (!shard.held) return
    shards.shut(shard)
    log.error({ shard: shard.number, alarm: 'fenced' }, 'another node has taken a shard of ours')
    forgetMatches(world, shard)
    tellOfNode()
  }
  const patience = { clock, log, retryMs: settings.retryMs, closed: () => closed, closing }

  const world: World = {
    ...options,
    random: options.random ?? Math.random,
    metrics,
    moves: moveLane(db.journal, { metrics, now: () => performance.now() }),
    patience,
    balances: balanceNews({ db, bus, patience }),
    edges: watchEdges(settings.edgeSilentMs),
    pauses: countPauses(settings),
    shards,
    route,
    tables: new Map(tables.map((table) => [table.gameId, table])),
    matches: new Map(),
    stopped: new Set(),
    committed: (match, row, before) => {
      decided += 1
      if (row.events.some(({ type }) => type === 'Settled' || type === 'Voided'))
        later(() => {
          for (const listener of enders) listener()
        })
      // What is told about a decision must not undo it: a fault here is no fault of the match.
      try {
        tell(match, row, before)
      } catch (error) {
        log.error({ err: error, matchId: match.id }, 'a decision was committed but not told')
      }
    },
    lost,
    background: (work) => {
      const watched = work
        .catch((error: unknown) => {
          if (!(error instanceof Closed)) log.error({ err: error }, 'work of the match host failed')
        })
        .finally(() => working.delete(watched))
      working.add(watched)
    },
  }
  const tellOfNode = () => tellNode(world, { draining: closed, storage: true })
  const lobby = openLobby(world)
  const tell = afterCommit(world, lobby.digest)
  const rematches = collectRematches(world)
  // Named before anything is settled here, which is noted as it happens.
  const settled = await readLastSettled(db)
  await recover(world, lastAlive)
  lobby.taken(taken)
  // The lobby can wait for what was won before; players can't wait for the lobby.
  world.background(readWins(db, settled).then(lobby.digest.remember))
  const stopAnswering = answerRequests(world, { lobby, rematches })

  // One renewal at a time: while the database is slow more of them would only wait for each other.
  let renewing = false
  const renew = async () => {
    if (renewing) return
    renewing = true
    try {
      for (const shard of await renewShards(db, shards.all(), { now: clock.now(), leaseMs })) lost(shard)
    } finally {
      renewing = false
    }
  }
  let beatTurn = 0
  tellOfNode()
  const stopBeats = [
    every(options, nodeBeatMs, tellOfNode),
    every(options, Math.round(settings.beatMs / beatTurns), () => {
      publishBeats(world, beatTurn)
      beatTurn = (beatTurn + 1) % beatTurns
    }),
    every(options, settings.beatMs, () => sweep(world, rematches)),
    every(options, settings.digestMs, lobby.digest.tell),
    every(options, settings.leaseRenewMs, () => world.background(renew())),
  ]

  const settleAll = async () => {
    await Promise.all([...world.matches.values()].map((match) => match.inTurn.idle()))
    await Promise.all(working)
    await world.moves.idle()
  }
  const idle = async () => {
    for (let before = -1; before !== decided; ) {
      before = decided
      await settleAll()
      await new Promise<void>((resolve) => later(resolve))
    }
  }

  return {
    world,
    idle,
    ready: () => !closed && shards.all().length === shardCount,
    onEnded(listener) {
      enders.add(listener)
      return () => enders.delete(listener)
    },
    async close() {
      closed = true
      tellClosing()
      stopAnswering()
      for (const stop of stopBeats) stop()
      rematches.close()
      route.close()
      owners.close()
      lobby.close()
      for (const match of world.matches.values()) {
        match.dropped = true
        cancelTimers(match)
      }
      await settleAll()
    },
  }
}
