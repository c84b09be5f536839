import { setTimeout } from 'node:timers/promises'
import type { LoadOptions } from './arguments.ts'
import { BaselineMatch, seats } from './baseline.ts'
import { type Gate, gate } from './gate.ts'
import { dialByHand } from './hand-link.ts'
import { dialOfficially } from './official-link.ts'
import { type Field, Player } from './player.ts'
import { newTally, type Tally } from './tally.ts'

/** Everybody who plays at one server. */
export type Side = {
  tally: Tally
  gate: Gate
  sockets: number
  /** Brings everybody in, so many at a time; resolves when all matches are being played. */
  enter(progress: (sockets: number) => void): Promise<void>
  /** Clicks under way. */
  waiting(): number
  leave(): void
}

/** At once on their way in: a server takes a crowd in turn anyway, and clocks run for those who wait. */
const enteringAtOnce = 50
/** Without any progress for so long, the entry has failed. */
const stallMs = 60_000
const lookMs = 50

/** Resolves when `progress` has reached `goal`; rejects when it stands still for too long. */
export const reaches = async (what: string, goal: number, progress: () => number): Promise<void> => {
  let best = progress()
  for (let since = performance.now(); best < goal; await setTimeout(lookMs)) {
    const now = progress()
    if (now > best) since = performance.now()
    best = Math.max(best, now)
    if (performance.now() - since > stallMs)
      throw new Error(`${what} came to a stop: ${best} of ${goal} after ${stallMs / 1000} s without progress`)
  }
}

/** Starts `count` things, so many at a time that those started and not yet done are few. */
const enterAll = async (
  count: number,
  each: number,
  start: (number: number, entered: () => void) => void,
  progress: (sockets: number) => void,
) => {
  let started = 0
  let entered = 0
  const more = () => {
    while (started < count && started * each < entered + enteringAtOnce) {
      started += 1
      start(started - 1, () => {
        entered += 1
        progress(entered)
        more()
      })
    }
  }
  more()
  await reaches('entering', count * each, () => entered)
}

/** Matches whose every event is hashed; with thinking time there is time for all. */
const hashedAtMost = 20
/** Long before a turn's clock ends: 60 s at the load's table, 12 s at the product's. */
const patience = { ownTable: 20_000, asShipped: 6_000 }

const dialTo = (url: string, { official }: LoadOptions) => (official ? dialOfficially(url) : dialByHand(url))

/** Players of the program under load. */
export const ourSide = (url: string, gameId: string, options: LoadOptions): Side => {
  const { matches: count, thinkMs, asShipped } = options
  const tally = newTally()
  const clicks = gate(asShipped ? patience.asShipped : patience.ownTable)
  const matches: Field['matches'] = new Map()
  const hashed = () => [...matches.values()].filter(({ hash }) => hash !== null).length
  const field: Field = {
    dial: dialTo(url, options),
    gameId,
    thinkMs,
    gate: clicks,
    tally,
    matches,
    hashAnother: () => thinkMs > 0 || hashed() < hashedAtMost,
  }
  const players: Player[] = []
  const sockets = count * seats
  return {
    tally,
    gate: clicks,
    sockets,
    async enter(progress) {
      await enterAll(sockets, 1, (_number, entered) => players.push(new Player(field, entered)), progress)
      // At a table whose matches are short, some are always between two of them.
      if (!asShipped)
        await reaches('starting', sockets, () => players.filter((player) => player.isPlaying()).length)
    },
    waiting: () => players.filter((player) => player.isWaiting()).length,
    leave() {
      clicks.close()
      for (const player of players) player.leave()
    },
  }
}

/** Players of the baseline. */
export const baselineSide = (url: string, options: LoadOptions): Side => {
  const tally = newTally()
  const clicks = gate(Number.POSITIVE_INFINITY)
  const field = { dial: dialTo(url, options), thinkMs: options.thinkMs, gate: clicks, tally }
  const matches: BaselineMatch[] = []
  return {
    tally,
    gate: clicks,
    sockets: options.matches * seats,
    async enter(progress) {
      const start = (number: number, entered: () => void) =>
        matches.push(new BaselineMatch(field, number, entered))
      await enterAll(options.matches, seats, start, progress)
    },
    waiting: () => matches.filter((match) => match.isWaiting()).length,
    leave() {
      clicks.close()
      for (const match of matches) match.leave()
    },
  }
}
