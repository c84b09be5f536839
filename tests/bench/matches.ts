import { checkLedger, type Sql } from '@minefall/platform'
import {
  balanceOf,
  type openServer,
  readTables,
  type StagedMatch,
  stageMatch,
  stagePlayers,
  takeAllShards,
} from '@minefall/platform/testing-bench'
import { type Samples, samples } from '../load/samples.ts'

export type Db = Awaited<ReturnType<typeof openServer>>
export type Print = (line: string) => void

const gameId = 'mines-classic'
const stake = '10'
const now = 1_760_000_000_000
/** Far more than anyone stakes. */
const coins = 1_000_000_000n

/** Tables of five, a shard each in turn, that take matches through their decisions. */
export const openHall = async (db: Db, { players, rakeBps }: { players: number; rakeBps: number }) => {
  const taken = await takeAllShards(db, 'bench')
  const shards = taken.map(({ shard }) => shard)
  const table = (await readTables(db, rakeBps)).find((one) => one.gameId === gameId)
  if (!table) throw new Error(`there is no table ${gameId}`)
  const people = await stagePlayers(db, players, coins)
  /** Matches with the same remainder are of one shard: their decisions come one after another. */
  const open = async (sql: Sql, number: number) => {
    const shard = shards[number % shards.length]
    if (!shard) throw new Error('there are no shards')
    const match = await stageMatch(sql, { shard, table, stake, asset: 'coin', now })
    const first = (number * table.seats) % players
    const holders = Array.from({ length: table.seats }, (_, seat) => people[(first + seat) % players] ?? '')
    return { match, holders }
  }
  return { open, people, shards: shards.length }
}
export type Hall = Awaited<ReturnType<typeof openHall>>

/** Runs one and notes how long it took, in milliseconds. */
export const timed = async (into: Samples, run: () => Promise<unknown>): Promise<void> => {
  const began = performance.now()
  await run()
  into.add(performance.now() - began)
}

export type Times = { hold: Samples; capture: Samples; settlement: Samples }
export const newTimes = (): Times => ({ hold: samples(), capture: samples(), settlement: samples() })

/** Takes one match from its opening to before its settlement. */
export const ready = async (sql: Sql, hall: Hall, number: number, times: Times): Promise<StagedMatch> => {
  const { match, holders } = await hall.open(sql, number)
  for (const [seat, holder] of holders.entries()) await timed(times.hold, () => match.sit(seat, holder))
  await timed(times.capture, () => match.start())
  await match.play()
  return match
}

/** Prepares matches and settles them all as fast as they go, each shard's one after another. */
export const settleAll = async (
  db: Db,
  hall: Hall,
  { matches, connections, begun }: { matches: number; connections: number; begun: () => Promise<void> },
) => {
  /** `each` for all numbers, those of a shard in turn, so many shards at a time. */
  const inShards = async (each: (number: number) => Promise<void>) => {
    let next = 0
    const worker = async () => {
      while (next < hall.shards) {
        const shard = next
        next += 1
        for (let number = shard; number < matches; number += hall.shards) await each(number)
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
  }
  const staged = new Map<number, StagedMatch>()
  await inShards(async (number) => void staged.set(number, await ready(db, hall, number, newTimes())))
  await begun()
  const times = samples()
  const began = performance.now()
  const usedBefore = process.cpuUsage()
  await inShards((number) => timed(times, async () => staged.get(number)?.settle()))
  const seconds = (performance.now() - began) / 1_000
  const used = process.cpuUsage(usedBefore)
  return { times, perSecond: matches / seconds, ownCore: (used.user + used.system) / 1e6 / seconds }
}

/** Reads balances of anyone, as fast as they go. */
export const readAll = async (
  db: Db,
  { people }: Hall,
  { seconds, connections }: { seconds: number; connections: number },
) => {
  const times = samples()
  const until = performance.now() + seconds * 1_000
  const worker = async () => {
    while (performance.now() < until) {
      const playerId = people[Math.floor(Math.random() * people.length)] ?? ''
      await timed(times, () => balanceOf(db, playerId))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { times, perSecond: times.count() / seconds }
}

/** Rejects when the bench left the ledger otherwise than right. */
export const requireClean = async (db: Db) => {
  const { findings } = await checkLedger(db)
  if (findings.length > 0) throw new Error(`the ledger is wrong: ${findings.slice(0, 5).join('\n')}`)
}

export const quantiles = (of: Samples): string =>
  [0.5, 0.99].map((share) => `p${share * 100} ${of.quantile(share).toFixed(2)} ms`).join(', ')
