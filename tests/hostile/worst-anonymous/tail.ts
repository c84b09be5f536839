import type { Stall } from '../../load/stalls.ts'

/** A click that all five of its match have heard of: when, and how long it took, in milliseconds. */
export type Click = { at: number; ms: number }

/** What a click may have waited for; the first that fits at a moment counts. */
export type Cause = { name: string; stalls: readonly Stall[] }

export type Tail = {
  clicks: number
  /** How long they took on average, in milliseconds. */
  ms: number
  /** Of that, what each cause had a processor for, waited for one, and the rest. */
  parts: Map<string, number>
}

const stepMs = 0.25

/** What the slowest `share` (0 to 1) of clicks waited for. */
export const tailOf = (clicks: readonly Click[], share: number, causes: readonly Cause[]): Tail => {
  const slowest = [...clicks].sort((a, b) => b.ms - a.ms).slice(0, Math.ceil(share * clicks.length))
  const parts = new Map<string, number>()
  const add = (name: string, ms: number) =>
    ms > 0 && parts.set(name, (parts.get(name) ?? 0) + ms / slowest.length)
  for (const { at, ms } of slowest) {
    const near = causes.map(({ name, stalls }) => ({
      name,
      stalls: stalls.filter(({ from, to }) => to > at - ms && from < at),
    }))
    const coveredAt = (time: number) => {
      for (const { name, stalls } of near) {
        const stall = stalls.find(({ from, to }) => from <= time && time < to)
        if (stall) return { name, running: Math.min(1, stall.ran / (stall.to - stall.from)) }
      }
      return null
    }
    for (let time = at - ms; time < at; time += stepMs) {
      const step = Math.min(stepMs, at - time)
      const covered = coveredAt(time)
      add(covered?.name ?? 'rest', step * (covered?.running ?? 1))
      if (covered) add(`${covered.name}, waiting for a core`, step * (1 - covered.running))
    }
  }
  return {
    clicks: slowest.length,
    ms: slowest.reduce((sum, { ms }) => sum + ms, 0) / slowest.length,
    parts,
  }
}
