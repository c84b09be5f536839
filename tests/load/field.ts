import type { MatchId } from '@minefall/shared/game'
import type { Dial } from './link.ts'
import type { Match } from './match.ts'
import type { Tally } from './tally.ts'

/** What people do before a click. */
export type Thinking = {
  /** Runs the click after a time drawn between half and one and a half of the mean; at once when that is 0. */
  before(click: () => void): void
  /** Everyone who thinks now has thought enough. */
  hurry(): void
}

export const thinking = (meanMs: number, random: () => number): Thinking => {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  return {
    before(click) {
      if (meanMs === 0) return click()
      const timer = setTimeout(
        () => {
          waiting.delete(timer)
          click()
        },
        meanMs * (0.5 + random()),
      )
      waiting.set(timer, click)
    },
    hurry() {
      for (const [timer, click] of [...waiting]) {
        clearTimeout(timer)
        waiting.delete(timer)
        click()
      }
    },
  }
}

/** Lets clicks pass, or keeps them while something else is measured. */
export type Gate = {
  /** Runs the click now, or when the gate opens. */
  pass(click: () => void): void
  /** From now on clicks pass; those kept pass at once. */
  open(): void
  /** From now on clicks are kept, until the gate opens or they have waited so long that a turn's clock would end. */
  shut(): void
  close(): void
}

const lookMs = 1_000

export const gate = (patienceMs: number): Gate => {
  let isOpen = false
  let kept: { click: () => void; since: number }[] = []
  const timer = setInterval(() => {
    const before = performance.now() - patienceMs
    const late = kept.filter(({ since }) => since < before)
    if (late.length === 0) return
    kept = kept.filter(({ since }) => since >= before)
    for (const { click } of late) click()
  }, lookMs)
  return {
    pass(click) {
      if (isOpen) click()
      else kept.push({ click, since: performance.now() })
    },
    open() {
      isOpen = true
      const waiting = kept
      kept = []
      for (const { click } of waiting) click()
    },
    shut() {
      isOpen = false
    },
    close: () => clearInterval(timer),
  }
}

/** A click that was acknowledged: when it was sent first, and when it was said to be done, in milliseconds. */
export type Accepted = { matchId: MatchId; commandId: string; seq: number; sentAt: number; at: number }

/** What players tell who harms the servers they play on. */
export type Notes = {
  accepted(click: Accepted): void
  /** A connection was lost in a match, or one is there again with the match resumed. `player` is the player's own number. */
  lost(player: number): void
  back(player: number): void
  /** Someone learned that play is paused, or goes on. */
  paused(player: number, paused: boolean): void
}

/** What all players of a run share. */
export type Field = {
  dial: Dial
  gameId: string
  /** What is played for; 100 trial coins by default. */
  stake?: { stake: string; asset: string } | undefined
  thinking: Thinking
  gate: Gate
  tally: Tally
  matches: Map<MatchId, Match>
  /** Whether the events of another match can be hashed as well. */
  hashAnother(): boolean
  /** Players come back and ask again as the product's client does, and note it here; null where a loss is a fault. */
  notes: Notes | null
}
