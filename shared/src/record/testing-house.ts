import {
  chainLength,
  chainOf,
  type Dealer,
  lockDocument,
  lockHash,
  playerCommit,
  serverCommit,
} from '../fairness/index.ts'
import {
  awaitedSeats,
  type Command,
  chooseTile,
  decide,
  evolve,
  type GameEvent,
  initialState,
  linkMs,
  type MatchState,
} from '../game/index.ts'
import { type MatchHeader, type MatchId, matchIdSchema, type Rules } from '../rules/index.ts'
import { shardCount, shardOfMatch } from '../shards/index.ts'
import { seededHex } from '../testing/index.ts'
import { closedEntry, type NewEntry, openedEntry } from './entries.ts'
import type { ReadSite } from './keys.ts'
import { eventsHash, type LogEntry, noLog, type Receipt } from './log.ts'
import { dealerOf } from './replay.ts'
import { canonical, type Signed, type Signer } from './signing.ts'
import type { MatchRecord } from './verify.ts'

/** For tests alone: a house that keeps logs, plays matches by the rules with seats that choose, and hands out records. */

export type PlayedTable = { gameId: string; seats: number; rules: Rules; stake?: string }

export type PlayOptions = {
  table: PlayedTable
  random: () => number
  /** Where the house lies: it may change what it deals. The honest one by default. */
  dealt?: (dealer: Dealer, state: MatchState) => Dealer
  /** A seat whose seed does not come, or is withheld by the house. */
  missing?: number
  /**
   * Chances of each turn: that the clock runs out, that its player leaves, that the match is interrupted; at sealed tables of
   * each link, that it does not come.
   */
  odds?: { clock?: number; leave?: number; interrupt?: number; silent?: number }
  choose?: (state: MatchState, dealer: Dealer) => number
}

export type PlayedMatch = {
  header: MatchHeader
  state: MatchState
  events: readonly GameEvent[]
  /** What those who revealed were given. */
  receipts: readonly Signed<Receipt>[]
}

export const testHouse = (signer: Signer) => {
  const logs = new Map<number, LogEntry[]>()
  const played = new Map<MatchId, PlayedMatch>()
  let now = 1_700_000_000_000

  const logOf = (shard: number): LogEntry[] => {
    const log = logs.get(shard) ?? []
    logs.set(shard, log)
    return log
  }
  const append = (shard: number, { kind, document, hash }: NewEntry) => {
    const log = logOf(shard)
    log.push({ at: now, document, hash, kind, position: log.length + 1, shard })
  }

  const play = (options: PlayOptions): PlayedMatch => {
    const { table, random, missing, odds = {} } = options
    const { gameId, seats, rules, stake = '100' } = table
    const matchId = matchIdSchema.parse(seededHex(random, 16))
    const shard = shardOfMatch(matchId)
    const prevLog = () => logOf(shard).at(-1)?.hash ?? noLog
    const serverSeed = seededHex(random, 32)
    const newChain = () => (rules.sealed ? chainOf(seededHex(random, 32), chainLength(rules, seats)) : null)
    const house = newChain()
    const header: MatchHeader = {
      matchId,
      gameId,
      asset: 'coin',
      stake,
      seats,
      rules,
      serverCommit: serverCommit(matchId, serverSeed),
      ...(house && { serverChain: house.end }),
    }
    append(
      shard,
      openedEntry(header, { open: true, rematchOf: null, invited: null }, { prevLog: prevLog(), at: now }),
    )
    const events: GameEvent[] = []
    const receipts: Signed<Receipt>[] = []
    let state = initialState(header)
    let dealer: Dealer | undefined
    const command = (given: Command) => {
      const decision = decide(state, given, dealer)
      if (!decision.ok) throw new Error(`${given.type} was refused: ${decision.refusal}`)
      const before = state
      for (const event of decision.events) {
        state = evolve(state, event)
        events.push(event)
        if (event.type === 'Settled' || event.type === 'Voided')
          append(shard, closedEntry(before, event, { events: eventsHash(events), prevLog: prevLog() }))
      }
    }
    const end = (): PlayedMatch => {
      const match = { header, state, events, receipts }
      played.set(matchId, match)
      return match
    }

    const seeds = Array.from({ length: seats }, () => seededHex(random, 32))
    const chains = seeds.map(newChain)
    for (const [seat, seed] of seeds.entries()) {
      const ref = seededHex(random, 16)
      const player = { name: `Player ${seat} – “é”`, avatar: 'one', kind: 'player' } as const
      now += 10
      const commit = playerCommit(matchId, ref, seed)
      command({ type: 'sit', at: now, ref, commit, chain: chains[seat]?.end, player })
    }
    const seated = state.table.flatMap((seat) => seat ?? [])
    const lock = { prevLog: prevLog() }
    const document = lockDocument({ ...header, ...lock, seats: seated })
    append(shard, { kind: 'locked', matchId, document, hash: lockHash(document) })
    command({ type: 'lock', at: now, ...lock, lockHash: lockHash(document), revealMs: 5_000 })
    for (const [seat, seed] of seeds.entries()) {
      if (seat === missing) continue
      now += 10
      command({ type: 'reveal', at: now, seat, seed })
      receipts.push(signer.sign('receipt', { at: now, matchId, ref: seated[seat]?.ref ?? '' }))
    }
    if (missing !== undefined) {
      now = state.lock?.revealBy ?? now
      command({ type: 'void', at: now, reason: 'seed-missing', serverSeed })
      return end()
    }
    const honest = dealerOf(state, serverSeed)
    if (!honest) throw new Error('a seed is missing')
    dealer = options.dealt?.(honest, state) ?? honest
    command({ type: 'start', at: now })
    const { clock = 0, leave = 0, interrupt = 0, silent = 0 } = odds
    /** Gives the links for what is picked, and draws it. */
    const draw = ({ turn }: { turn: number }) => {
      const awaited = state.pick ? awaitedSeats(state, state.pick) : []
      for (const seat of awaited) {
        now += 10
        if (random() >= silent)
          command({ type: 'link', at: now, seat, turn, link: chains[seat]?.links[turn] ?? '' })
      }
      now += linkMs
      command({ type: 'draw', at: now, turn, link: house?.links[turn] ?? '' })
    }
    while (state.turn) {
      now += 100
      const { deadline, turn, seat } = state.turn
      const drawn = random()
      if (drawn < clock) {
        now = deadline
        command({ type: 'expire', at: now, turn })
      } else if (drawn < clock + leave) command({ type: 'leave', at: now, seat })
      else if (drawn < clock + leave + interrupt)
        command({ type: 'void', at: now, reason: 'interrupted', serverSeed })
      else {
        if (random() < 0.05) command({ type: 'compensate', at: now, turn, ms: 20, cause: 'edge' })
        const tile = options.choose?.(state, dealer) ?? chooseTile(state, random, 'casual')
        command({ type: 'open', at: now, seat, turn, tile, link: chains[seat]?.links[turn] })
      }
      if (state.pick) draw(state.pick)
    }
    return end()
  }

  const recordOf = (matchId: MatchId): MatchRecord => {
    const match = played.get(matchId)
    if (!match) throw new Error(`no match ${matchId}`)
    const log = logOf(shardOfMatch(matchId))
    const own = log.filter(({ document }) => document.includes(matchId)).map(({ position }) => position)
    const around = log.filter(({ position }) => own.some((at) => Math.abs(at - position) <= 1))
    const { events, header } = match
    return signer.sign('record', { events: [...events], header, log: around, v: 1 as const })
  }

  /** What its site answers. */
  const read: ReadSite = async (path) => {
    const url = new URL(path, 'http://house.test')
    const number = (name: string) => Number(url.searchParams.get(name) ?? 0)
    switch (url.pathname) {
      case '/.well-known/minefall-fairness.json':
        return { held: [signer.key], keys: [] }
      case '/api/fairness/log':
        return {
          data: {
            entries: logOf(number('shard'))
              .filter(({ position }) => position > number('after'))
              .slice(0, 100),
          },
        }
      case '/api/fairness/heads': {
        if (url.searchParams.has('hour')) return { data: null }
        const heads = Array.from({ length: shardCount }, (_, shard) => {
          const { position, hash } = logOf(shard).at(-1) ?? { position: 0, hash: noLog }
          return { shard, position, hash }
        })
        return { data: signer.sign('heads', { at: now, heads, v: 1 }) }
      }
      default:
        throw new Error(`nothing at ${path}`)
    }
  }

  return {
    signer,
    play,
    recordOf,
    logOf,
    read,
    readRecord: async (matchId: MatchId) => canonical(recordOf(matchId)),
    now: () => now,
    wait: (until: number) => {
      now = until
    },
  }
}
