import { setTimeout } from 'node:timers/promises'
import type { MatchId } from '@minefall/shared/game'
import type { BaselineName, LoadOptions } from './arguments.ts'
import { type BaselinePlayer, type LikeMatches, LikePlayer, playBare, seats } from './baseline.ts'
import { type Field, type Gate, gate, type Notes, thinking } from './field.ts'
import { dialByHand, dialOfficially } from './link.ts'
import { Player } from './player.ts'
import { loadTable, sealedTable, turnMs } from './server.ts'
import { newTally, type Tally, wrongs } from './tally.ts'

/** Everyone who plays at one server. */
export type Side = {
  tally: Tally
  gate: Gate
  sockets: number
  /** Brings everyone in, so many at a time; resolves when all matches are being played. */
  enter(progress: (sockets: number) => void): Promise<void>
  /** Clicks under way. */
  waiting(): number
  /** Sockets that were lost. */
  lost(): number
  /** So many sockets fall silent, as if their network were cut; nothing of them is heard any more. */
  silence(count: number): void
  /** So many sockets end. */
  lose(count: number): void
  leave(): void
}

/** Players of the program. */
export type PlayersSide = Side & {
  /** The player to move clicks now. */
  hurry(): void
  /** The matches that are being played. */
  playing(): MatchId[]
}

/**
 * At most so many are on their way in: a server takes a crowd in turn anyway, and clocks run for those who wait. The first
 * goes alone, while connections are made and code is cold.
 */
const enteringAtOnce = 30
/** Without any progress for so long, the entry has failed. */
const stallMs = 120_000
const lookMs = 50

const allWrong = ({ wrong }: Tally): string =>
  [...wrong].map(([kind, { times, first }]) => `; ${kind}, ${times} times: ${first}`).join('')

type Goal = { what: string; goal: number; tally: Tally; progress: () => number }

/** Resolves when `progress` has reached `goal`; rejects when a socket was lost, or it is stuck for too long. */
const reach = async ({ what, goal, tally, progress }: Goal): Promise<void> => {
  let best = progress()
  for (let since = performance.now(); best < goal; await setTimeout(lookMs)) {
    if (tally.wrong.has(wrongs.disconnected)) throw new Error(`${what} failed${allWrong(tally)}`)
    const now = progress()
    if (now > best) since = performance.now()
    best = Math.max(best, now)
    if (performance.now() - since <= stallMs) continue
    throw new Error(`${what} is paused at ${best} of ${goal} for ${stallMs / 1000} s${allWrong(tally)}`)
  }
}

type Entry = {
  /** So many things are started, each of so many sockets. */
  count: number
  each: number
  start: (number: number, entered: () => void) => void
  progress: (sockets: number) => void
  tally: Tally
}

/** Starts all, but so few at a time that few are started and have not entered. */
const enterAll = async ({ count, each, start, progress, tally }: Entry) => {
  let started = 0
  let entered = 0
  const more = () => {
    while (started < count && started * each < entered + Math.min(enteringAtOnce, 1 + entered)) {
      started += 1
      start(started - 1, () => {
        entered += 1
        progress(entered)
        more()
      })
    }
  }
  more()
  await reach({ what: 'entering', goal: count * each, tally, progress: () => entered })
}

/** Matches whose every event is hashed; with thinking time there is time for all. */
const hashedAtMost = 20
/** Long before a turn's clock ends, at the load's own table and at the product's. */
const patienceMs = { own: turnMs / 3, shipped: 6_000 }

/** What the players of a side are like. */
export type SideOptions = Pick<LoadOptions, 'matches' | 'thinkMs'> &
  Partial<Pick<LoadOptions, 'official' | 'idle'>> & {
    /** Of the accounts that play, one a socket; without, guests do. */
    tokens?: readonly string[] | undefined
    stake?: Field['stake']
  }

const dialTo = (url: string, { official }: SideOptions) => (official ? dialOfficially(url) : dialByHand(url))

/** Players of the program under load; those who note what they meet come back after a loss. */
export const ourSide = (
  url: string,
  gameId: string,
  options: SideOptions,
  notes: Notes | null = null,
): PlayersSide => {
  const { matches: count, thinkMs, idle, tokens, stake } = options
  const isOwn = gameId === loadTable || gameId === sealedTable
  const tally = newTally()
  const thoughts = thinking(thinkMs, Math.random)
  const clicks = gate(idle ? Number.POSITIVE_INFINITY : isOwn ? patienceMs.own : patienceMs.shipped)
  const matches: Field['matches'] = new Map()
  const hashed = () => [...matches.values()].filter(({ hash }) => hash !== null).length
  const field: Field = {
    dial: dialTo(url, options),
    gameId,
    stake,
    thinking: thoughts,
    gate: clicks,
    tally,
    matches,
    hashAnother: () => thinkMs > 0 || hashed() < hashedAtMost,
    notes,
  }
  const players: Player[] = []
  const sockets = count * seats
  return {
    tally,
    gate: clicks,
    sockets,
    async enter(progress) {
      // Matches at the product's table are too short to wait until all are being played at once.
      if (!isOwn) clicks.open()
      const start = (number: number, entered: () => void) =>
        players.push(new Player(field, entered, tokens?.[number]))
      await enterAll({ count: sockets, each: 1, start, progress, tally })
      const playing = () => players.filter((player) => player.isPlaying()).length
      if (isOwn) await reach({ what: 'starting', goal: sockets, tally, progress: playing })
    },
    waiting: () => players.filter((player) => player.isWaiting()).length,
    lost: () => tally.wrong.get(wrongs.disconnected)?.times ?? 0,
    hurry: thoughts.hurry,
    playing: () => [...matches.values()].flatMap(({ matchId, state }) => (state.turn ? [matchId] : [])),
    silence(count) {
      for (const player of players.slice(0, count)) player.silence()
    },
    lose(count) {
      for (const player of players.slice(-count)) player.leave()
    },
    leave() {
      clicks.close()
      for (const player of players) player.leave()
    },
  }
}

/** Players of a baseline. */
export const baselineSide = (url: string, name: BaselineName, options: SideOptions): Side => {
  const { matches: count, thinkMs } = options
  const tally = newTally()
  const clicks = gate(Number.POSITIVE_INFINITY)
  const thoughts = thinking(thinkMs, Math.random)
  const field = { dial: dialTo(url, options), thinking: thoughts, gate: clicks, tally }
  const players: BaselinePlayer[] = []
  const sockets = count * seats
  const enterBare = (progress: (sockets: number) => void) => {
    const start = (number: number, entered: () => void) => players.push(...playBare(field, number, entered))
    return enterAll({ count, each: seats, start, progress, tally })
  }
  const enterLike = async (progress: (sockets: number) => void) => {
    const matches: LikeMatches = new Map()
    const likes: LikePlayer[] = []
    const start = (_number: number, entered: () => void) => {
      const player = new LikePlayer(field, matches, entered)
      likes.push(player)
      players.push(player)
    }
    await enterAll({ count: sockets, each: 1, start, progress, tally })
    const playing = () => likes.filter((player) => player.isPlaying()).length
    await reach({ what: 'starting', goal: sockets, tally, progress: playing })
  }
  return {
    tally,
    gate: clicks,
    sockets,
    enter: name === 'like' ? enterLike : enterBare,
    waiting: () => players.filter((player) => player.isWaiting()).length,
    lost: () => tally.wrong.get(wrongs.disconnected)?.times ?? 0,
    silence: () => {},
    lose: () => {},
    leave() {
      clicks.close()
      for (const player of players) player.leave()
    },
  }
}
