import { createHash } from 'node:crypto'
import { createLogger } from '@minefall/shared/node'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { post } from '../../ledger/index.ts'
import { addSealedTable, classic as classicSize, duel as duelSize } from '../sealed/testing-sealed.ts'
import { keyRing } from '../testing.ts'
import { auditBooks, type Books, enter, gift, newBooks } from './books.ts'
import { letCashier } from './cashier.ts'
import { type Chances, chancesFrom } from './chances.ts'
import { judge } from './judge.ts'
import { newNetwork } from './network.ts'
import { playOn, type QueueName } from './player.ts'
import { newProgram } from './program.ts'
import { watchSecrets } from './secrets-watch.ts'
import { letStorms } from './storms.ts'
import { newStory } from './story.ts'
import { newTimeline } from './timeline.ts'
import { climates, weatherOf } from './weather.ts'

const start = Date.UTC(2026, 0, 1)
/** Virtual time after which whatever was begun must have ended, in milliseconds. */
const windDownMs = 15 * 60_000

/** Virtual time in which something must happen to someone as long as anyone plays, in milliseconds. */
const standstillMs = 5 * 60_000

/** The last news get this long to be told. */
const newsMs = 2_000

const trial: QueueName = { gameId: 'mines-trial', stake: '100', asset: 'trial' }
const duel: QueueName = { gameId: 'mines-duel', stake: '10', asset: 'coin' }
const queues: readonly [QueueName, ...QueueName[]] = [
  duel,
  duel,
  { gameId: 'mines-classic', stake: '10', asset: 'coin' },
  { gameId: 'mines-clues', stake: '100', asset: 'coin' },
  { gameId: 'mines-royale', stake: '100', asset: 'coin' },
  trial,
]
/** What accounts play in a season: the same in coins and in bonus coins. */
const seasonQueues: typeof queues = [
  trial,
  ...queues.flatMap((queue) =>
    queue.asset === 'coin' ? [queue, { ...queue, asset: 'promo' as const }] : [queue],
  ),
]

const sealedQueues: typeof queues = [
  { gameId: 'sealed-duel', stake: '100', asset: 'trial' },
  { gameId: 'sealed-classic', stake: '100', asset: 'trial' },
]

const lineSchema = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

/** What each account is given to play for, in whole coins. */
const wealth = { world: { coin: 1_000_000n, promo: 0n }, season: { coin: 5_000n, promo: 5_000n } }

type Person = { playerId: string; isGuest: boolean }

const addPlayers = async (db: Sql, chances: Chances, { people, season }: WorldOptions): Promise<Person[]> => {
  const players: Person[] = []
  for (let number = 0; number < people; number += 1) {
    const isGuest = !season && number % 3 === 0
    const playerId = z
      .uuid()
      .parse(chances.hex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'))
    await db.query('insert into player (id, kind, name, avatar) values ($1, $2, $3, $4)', [
      playerId,
      isGuest ? 'guest' : 'player',
      `Player ${number}`,
      'cat-1',
    ])
    players.push({ playerId, isGuest })
  }
  return players
}

/** Guests play for trial coins alone; accounts begin with a deposit, and with a gift in a season. */
const fundAccounts = async (
  db: Sql,
  players: readonly Person[],
  { season }: WorldOptions,
): Promise<Books> => {
  const books = newBooks()
  const amounts = season ? wealth.season : wealth.world
  for (const { playerId, isGuest } of players)
    for (const asset of ['coin', 'promo'] as const) {
      if (isGuest || amounts[asset] === 0n) continue
      const entries = gift(playerId, asset, amounts[asset])
      const answer = await post(db, {
        kind: 'fund',
        idempotency: { scope: 'fund', key: `${playerId}/${asset}` },
        ref: { type: 'fund', id: playerId, step: asset },
        actor: 'world',
        entries,
      })
      if (!answer.ok) throw new Error(answer.reason)
      enter(books, entries)
    }
  return books
}

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

/** Mean virtual time between two postings outside of matches, in milliseconds. */
const cashierMs = 1_500

export type WorldOptions = {
  /** A fresh, migrated database. */
  db: Sql
  seed: number
  /** How many matches are to end before no more are begun. */
  matches: number
  /** How many people play; a third of them guests, none in a season. */
  people: number
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

/**
 * A world of players, BFFs, bus, platform and database under virtual time: the platform is the real one, everything
 * around it fails as the seed has it. Rejects when something came about that must not. For tests alone.
 */
export const simulateWorld = async (options: WorldOptions): Promise<WorldReport> => {
  const { db, seed, matches, trace, season, sealed } = options
  if (sealed) {
    await addSealedTable(db, duelSize, 'sealed-duel')
    await addSealedTable(db, classicSize, 'sealed-classic')
  }
  const chances = chancesFrom(seed)
  const timeline = newTimeline(start)
  const weather = weatherOf(climates[seed % climates.length] ?? climates[0])
  const told = createHash('sha256')
  const story = newStory((line) => {
    const text = `${timeline.now() - start} ${line()}`
    told.update(text)
    trace?.(text)
  })
  const log = createLogger({
    level: 'error',
    format: 'json',
    to: {
      write: (line) => {
        // Without times and stacks, which are those of the machine.
        const { msg, err } = lineSchema.parse(JSON.parse(line))
        story.trace(() => `${msg}: ${err?.message}`)
        const isExpected = line.includes('simulated:') || line.includes('"alarm":"fenced"')
        if (!isExpected) story.fail(`the platform logged an error: ${line}`)
      },
    },
  })
  const network = newNetwork({
    timeline,
    chances: chances.fork(),
    weather,
    inspect: ({ data }) => watchSecrets((id) => program.host()?.world.matches.get(id))(data),
  })
  const program = newProgram({
    engine: db,
    timeline,
    chances: chances.fork(),
    weather,
    network,
    story,
    log,
    sealKeys: keyRing('k1'),
  })

  const players = await addPlayers(db, chancesFrom(seed), options)
  const books = await fundAccounts(db, players, options)
  let closing = false
  let playing = players.length
  program.start()
  letStorms({ timeline, chances: chances.fork(), weather, network, program, story })
  for (const { playerId, isGuest } of players) {
    const played = playOn({
      playerId,
      queues: sealed ? sealedQueues : isGuest ? [trial] : season ? seasonQueues : queues,
      timeline,
      network,
      chances: chances.fork(),
      story,
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
      db: program.beside(),
      players: playerIds,
      books,
      timeline,
      chances: chances.fork(),
      story,
      everyMs: cashierMs,
    })
  let audits = 0
  const audit = async (ended: number) => {
    if (!season || ended < (audits + 1) * season.auditEvery) return
    const done = await program.atRest(() => auditBooks(db, books, cashier?.isIdle() ?? true))
    if (!done) return
    audits += 1
    season.audited?.(ended)
  }

  let live = 1
  let calmSince = Number.POSITIVE_INFINITY
  let progress = { of: '', at: timeline.now() }
  const look = async () => {
    const stands = await standing(db)
    live = stands.live
    await audit(stands.ended).catch(story.fail)
    if (stands.ended >= matches) closing = true
    if (closing) cashier?.close()
    const of = `${stands.ended} are over, ${playing} play, ${story.told} times something was reported`
    if (of !== progress.of) progress = { of, at: timeline.now() }
    if (playing > 0 && timeline.now() - progress.at > standstillMs)
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
    timeline.after(2_000, look)
  }
  timeline.after(2_000, look)
  await timeline.runUntil(
    () => story.failure !== null || (playing === 0 && live === 0 && cashier?.isIdle() !== false),
  )
  if (story.failure) throw story.failure
  await timeline.runUntil(() => program.host() !== null)
  const ended = timeline.now()
  await timeline.runUntil(() => timeline.now() > ended + newsMs)
  let closed = false
  story.background(
    Promise.resolve(program.host()?.close()).then(() => {
      closed = true
    }),
  )
  await timeline.runUntil(() => closed || story.failure !== null)
  if (story.failure) throw story.failure
  const judged = await judge({ db, story, books, players: playerIds })
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
