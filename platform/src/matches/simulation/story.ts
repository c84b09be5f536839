import type { Balance } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import type { MatchRecord } from '../host/record.ts'
import type { JournalRow } from '../journal/rows.ts'
import type { Copy } from './copy.ts'
import type { Sent } from './network.ts'

/** A command that was answered with 200: it must stand in the journal forever. */
export type Acknowledged = {
  playerId: string
  matchId: MatchId
  commandId: string
  seq: number
  /** What the journal must hold there. */
  did:
    | { type: 'SeatTaken' }
    | { type: 'SeedRevealed' }
    | { type: 'left' }
    /** At once, or picked at a sealed table. */
    | { type: 'opened'; tile: number }
}

/** A link that was answered with 200. */
export type Link = { matchId: MatchId; seat: number; turn: number; link: string }

/** What is remembered of a world, to be judged at its end. For tests alone. */
export type Story = {
  acknowledged: Acknowledged[]
  links: Link[]
  copies: Copy[]
  /** The last balance that was published for each player, and where they were last said to sit. */
  balances: Map<string, Balance>
  seated: Map<string, MatchId | null>
  /** From when to when no one could play: the program down, the database away or slow. */
  outages: { from: number; to: number }[]
  restarts: number[]
  /** Names of the storms that began. */
  storms: string[]
  /** Asks each player who has not gone home yet what they wait for. */
  waits: Map<string, () => string>
  /** How often the platform told of a match's events. */
  told: number
  /** How often each thing happened, for the figures. */
  counts: Map<string, number>
  count(what: string): void
  /** Notes what leaves a node. */
  hears(sent: Sent): void
  /** One line of what happens, for anyone who replays. */
  trace(line: () => string): void
  /** Notes what must not be; the world stops. */
  fail(problem: unknown): void
  failure: Error | null
  /** Work no one waits for. What it throws must not be. */
  background(work: Promise<unknown>): void
}

export const newStory = (trace: (line: () => string) => void): Story => {
  const story: Story = {
    acknowledged: [],
    links: [],
    copies: [],
    balances: new Map(),
    seated: new Map(),
    outages: [],
    restarts: [],
    storms: [],
    waits: new Map(),
    told: 0,
    counts: new Map(),
    count: (what) => {
      story.counts.set(what, (story.counts.get(what) ?? 0) + 1)
    },
    hears(sent) {
      if (sent.kind === 'answer') return
      const { key } = sent
      if (sent.name === 'match.events') {
        const { seq, events, hash } = sent.read
        story.told += 1
        story.trace(() => `match ${key} ${seq} ${events.map(({ type }) => type).join(' ')} ${hash}`)
      }
      if (key === null) return
      if (sent.name === 'player.balance') {
        const balance = sent.read
        if ((story.balances.get(key)?.version ?? -1) < balance.version) story.balances.set(key, balance)
      }
      if (sent.name === 'player.seated') story.seated.set(key, sent.read.seated?.matchId ?? null)
    },
    trace,
    failure: null,
    fail: (problem) => {
      story.failure ??= problem instanceof Error ? problem : new Error(String(problem))
    },
    background: (work) => {
      work.catch(story.fail)
    },
  }
  return story
}

/** A match as its journal has it in the end. */
export type Journaled = {
  record: MatchRecord
  rows: readonly JournalRow[]
  /** The rolling hash after each event; that of event n at index n. */
  hashes: readonly string[]
  /** The account at each seat before each row, by the row's number. */
  holders: ReadonlyMap<number, readonly (string | undefined)[]>
}
