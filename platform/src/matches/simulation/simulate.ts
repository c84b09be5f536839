import { createHash } from 'node:crypto'
import { createLogger } from '@minefall/shared/node'
import { z } from 'zod'
import type { Database, Sql } from '../../db/index.ts'
import { addSealedTable, classic as classicSize, duel as duelSize } from '../sealed/testing-sealed.ts'
import { keyRing } from '../testing.ts'
import { auditBooks } from './books.ts'
import { letCashier } from './cashier.ts'
import { chancesFrom } from './chances.ts'
import { climates, clusterClimates } from './climates.ts'
import { unreliableDatabase } from './database.ts'
import { newEdge } from './edge.ts'
import type { Engine } from './engine.ts'
import { judge } from './judge.ts'
import { auditSums } from './judge-coins.ts'
import { newLife } from './life.ts'
import { newNetwork, type Sent } from './network.ts'
import { type Around, newNode } from './node.ts'
import { addPeople, fundAccounts, queuesOf } from './people.ts'
import { playOn } from './player.ts'
import { watchSecrets } from './secrets-watch.ts'
import { oneSession } from './session.ts'
import { letStorms } from './storms.ts'
import { newStory } from './story.ts'
import { newTimeline } from './timeline.ts'
import { weatherOf } from './weather.ts'
import { callWitness } from './witness.ts'

const start = Date.UTC(2026, 0, 1)
/** Virtual time after which whatever was begun must have ended, in milliseconds. */
const windDownMs = 15 * 60_000

/** Virtual time in which something must happen to someone as long as anyone plays, in milliseconds. */
const standstillMs = 5 * 60_000

/** The last news get this long to be told. */
const newsMs = 2_000

/** Mean virtual time between two postings outside of matches, in milliseconds. */
const cashierMs = 1_500

const lineSchema = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

const standingSchema = z.object({ live: z.int(), ended: z.int() })

/** How many matches go on and how many are over. */
const standing = async (db: Sql) => {
  const { rows } = await db.query(
    `select (count(*) filter (where phase in ('gathering', 'locking', 'playing')))::int as live,
      (count(*) filter (where phase in ('settled', 'voided')))::int as ended
    from match`,
  )
  return standingSchema.parse(rows[0])
}

const endingSchema = z.array(z.object({ ending: z.string(), count: z.int() }))

/** How many matches of each asset ended how. */
const endings = async (db: Sql): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.query(
    `select asset || ' ' || phase as ending, count(*)::int as count from match group by asset, phase order by 1`,
  )
  return new Map(endingSchema.parse(rows).map(({ ending, count }) => [ending, count]))
}

export type WorldOptions = {
  /** A fresh, migrated database. */
  db: Engine
  seed: number
  /** How many matches are to end, or how much virtual time is to pass, before no more are begun. */
  until: { matches: number } | { minutes: number }
  /** How many people play; a third of them guests, none in a season. */
  people: number
  /** How long people rest between two matches, in milliseconds. */
  rests?: readonly [number, number]
  /** How many platform nodes share the matches; a single one by default, which is taken over from. */
  nodes?: number
  /** Only these storms, of those the seed has. */
  keep?: ReadonlySet<string>
  /** What is planted around the parts of each node. */
  around?: Around
  /**
   * Accounts play in three assets while coins come in and go out, and each time so many more matches are over the
   * ledger is audited.
   */
  season?: { auditEvery: number; audited?: (ended: number) => void }
  /** All play at sealed tables. */
  sealed?: boolean
  /** Told each line of the story. */
  trace?: (line: string) => void
}

export type WorldReport = {
  climate: string
  matches: number
  /** Virtual time it took, in milliseconds. */
  virtualMs: number
  /** Hash of the story: the same seed tells the same one. */
  digest: string
  counts: ReadonlyMap<string, number>
  /** How often the ledger was audited on the way, and how many matches of each asset were settled and voided. */
  audits: number
  endings: ReadonlyMap<string, number>
}

/** A world that came to what must not be, with the storms that had begun. */
export class WorldFailed extends Error {
  readonly storms: readonly string[]
  readonly virtualMs: number
  constructor(cause: Error, storms: readonly string[], virtualMs: number) {
    super(cause.message, { cause })
    this.storms = storms
    this.virtualMs = virtualMs
  }
}

/**
 * A world of players, BFFs, bus, platform nodes and database under virtual time: the platform is the real one, everything
 * around it fails as the seed has it. Rejects with {@link WorldFailed} when something came about that must not. For tests alone.
 */
export const simulateWorld = async (options: WorldOptions): Promise<WorldReport> => {
  const { db, seed, until, trace, season, sealed, rests = [100, 3_000], nodes: nodeCount = 1 } = options
  const isCluster = nodeCount > 1
  if (sealed) {
    await addSealedTable(db, duelSize, 'sealed-duel')
    await addSealedTable(db, classicSize, 'sealed-classic')
  }
  const chances = chancesFrom(seed)
  const timeline = newTimeline(start)
  const kinds = isCluster ? clusterClimates : climates
  const weather = weatherOf(kinds[seed % kinds.length] ?? kinds[0])
  const told = createHash('sha256')
  const story = newStory((line) => {
    const text = `${timeline.now() - start} ${line()}`
    told.update(text)
    trace?.(text)
  })
  let logged = 0
  const log = createLogger({
    level: 'error',
    format: 'json',
    // A second passes with each line: in a storm lines with one text come by the hundred, and every one is judged.
    now: () => {
      logged += 1_000
      return logged
    },
    to: {
      write: (line) => {
        // Without times and stacks, which are those of the machine.
        const { msg, err } = lineSchema.parse(JSON.parse(line))
        story.trace(() => `${msg}: ${err?.message}`)
        const isExpected = line.includes('simulated:') || /"alarm":"(fenced|replaced)"/.test(line)
        if (!isExpected) story.fail(`the platform logged an error: ${line}`)
      },
    },
  })
  const witness = await callWitness(db, story)
  const inspect = (sent: Sent): void => {
    try {
      witness.sees(sent)
      story.hears(sent)
      const host = nodes.map((node) => node.hostOf(sent.life)).find((found) => found !== null)
      if (host) watchSecrets(host, sent.kind === 'news' ? sent.payload : sent.answer)
    } catch (error) {
      story.fail(error)
    }
  }
  const network = newNetwork({ timeline, chances: chances.fork(), weather, inspect })
  const session = oneSession(db, timeline.now)
  const sea = { engine: db, session, timeline, weather }
  const isRenamed = chances.happens(0.5)
  const newNodeAt = (place: string) =>
    newNode(place, {
      ...{ timeline, network, story, log, isRenamed },
      sea: { ...sea, chances: chances.fork() },
      chances: chances.fork(),
      sealKeys: keyRing('k1'),
      shared: isCluster,
      around: options.around ?? {},
    })
  const nodes = [
    newNodeAt('node-1'),
    ...Array.from({ length: nodeCount - 1 }, (_, n) => newNodeAt(`node-${n + 2}`)),
  ] as const
  const newEdgeAt = (name: string) => newEdge(name, { timeline, network, story, log })
  const edges = [newEdgeAt('edge-1'), newEdgeAt('edge-2')] as const
  const other = newLife('beside', 'beside')
  /** The same database for another program, which is never killed. */
  const beside = (): Database => unreliableDatabase(other, { ...sea, chances: chances.fork() })
  /** Runs while nothing is half done in the database; false, and nothing has run, when something is. */
  const atRest = async (run: () => Promise<void>): Promise<boolean> => {
    const hold = session.takeNow(other)
    if (!hold) return false
    await run().finally(() => session.release(hold))
    return true
  }

  const players = await addPeople(db, chancesFrom(seed), options)
  const books = await fundAccounts(db, players, options)
  let closing = false
  let playing = players.length
  for (const node of nodes) node.start()
  letStorms({
    ...{ timeline, weather, network, nodes, edges, story },
    chances: chances.fork(),
    keep: options.keep ?? null,
  })
  for (const person of players) {
    const played = playOn({
      ...{ timeline, edges, story, rests },
      playerId: person.playerId,
      queues: queuesOf(options, person),
      chances: chances.fork(),
      isClosing: () => closing,
    })
    story.background(
      played.then(() => {
        playing -= 1
      }),
    )
  }

  const playerIds = players.map(({ playerId }) => playerId)
  const cashier =
    season &&
    letCashier({
      db: beside(),
      players: playerIds,
      books,
      timeline,
      chances: chances.fork(),
      story,
      everyMs: cashierMs,
    })
  let audits = 0
  const audit = async (ended: number) => {
    if (witness.haveCoinsMoved()) await atRest(() => auditSums(db))
    if (!season || ended < (audits + 1) * season.auditEvery) return
    const done = await atRest(() => auditBooks(db, books, cashier?.isIdle() ?? true))
    if (!done) return
    audits += 1
    season.audited?.(ended)
  }

  let live = 1
  let calmSince = Number.POSITIVE_INFINITY
  let progress = { of: '', at: timeline.now() }
  const look = async () => {
    timeline.after(2_000, look)
    let stands = { live, ended: 0 }
    const isRead = await atRest(async () => {
      stands = await standing(db)
    })
    if (!isRead) return
    live = stands.live
    await audit(stands.ended).catch(story.fail)
    const isEnough =
      'matches' in until ? stands.ended >= until.matches : timeline.now() - start >= until.minutes * 60_000
    if (isEnough) closing = true
    if (closing) cashier?.close()
    const of = `${stands.ended} are over, ${playing} play, ${story.told} times something was reported`
    if (of !== progress.of) progress = { of, at: timeline.now() }
    if (playing > 0 && timeline.now() - progress.at > Math.max(standstillMs, 3 * rests[1]))
      story.fail(
        [
          `seed ${seed}: nothing has happened since ${progress.at - start} ms; ${live} matches go on, ${of}`,
          ...[...story.waits.values()].map((wait) => wait()),
        ].join('\n'),
      )
    if (playing === 0 && !weather.calm) {
      weather.calm = true
      calmSince = timeline.now()
    }
    if (timeline.now() - calmSince > windDownMs) story.fail(`${live} matches did not end`)
  }
  timeline.after(2_000, look)
  const runUntil = async (done: () => boolean) => {
    await timeline.runUntil(() => story.failure !== null || done())
    if (story.failure) throw new WorldFailed(story.failure, story.storms, timeline.now() - start)
  }
  await runUntil(() => playing === 0 && live === 0 && cashier?.isIdle() !== false)
  await runUntil(() => nodes.every((node) => node.host() !== null))
  const ended = timeline.now()
  await runUntil(() => timeline.now() > ended + newsMs)
  let open = nodes.length
  for (const node of nodes)
    story.background(
      Promise.resolve(node.host()?.close()).then(() => {
        open -= 1
      }),
    )
  await runUntil(() => open === 0)
  const judged = await judge({ db, story, books, players: playerIds }).catch((error: Error) => {
    throw new WorldFailed(error, story.storms, timeline.now() - start)
  })
  return {
    climate: weather.climate.name,
    matches: judged.matches,
    virtualMs: timeline.now() - start,
    digest: told.digest('hex'),
    counts: story.counts,
    audits,
    endings: await endings(db),
  }
}
