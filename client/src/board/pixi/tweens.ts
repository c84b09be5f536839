import type { RenderLoop } from './render-loop.ts'

export type Tween = {
  /** Milliseconds. */
  duration: number
  delay?: number
  ease?: (part: number) => number
  /** Called with 0 to 1, eased; always ends with 1. */
  step(part: number): void
  done?(): void
}

export const ease = {
  out: (part: number) => 1 - (1 - part) ** 3,
  in: (part: number) => part ** 2,
  /** A little past the end and back. */
  settle: (part: number) => 1 + 2.2 * (part - 1) ** 3 + 1.2 * (part - 1) ** 2,
} as const

type Running = { tween: Tween; at: number; ended: boolean }

/** Tweens that hold the render loop while any of them runs, and let go of it when none does. */
export const createTweens = (loop: Pick<RenderLoop, 'hold'>) => {
  let running: Running[] = []
  let release: (() => void) | null = null
  let frozen = 0

  const settle = () => {
    running = running.filter(({ ended }) => !ended)
    if (running.length > 0) return
    release?.()
    release = null
  }
  const end = (entry: Running) => {
    entry.ended = true
    entry.tween.step(1)
    entry.tween.done?.()
  }
  return {
    /** Starts a tween; the returned function ends it where it is, without `done`. */
    run(tween: Tween): () => void {
      const entry: Running = { tween, at: -(tween.delay ?? 0), ended: false }
      running.push(entry)
      release ??= loop.hold()
      return () => {
        entry.ended = true
      }
    },
    advance(elapsed: number): void {
      const thawed = Math.max(0, elapsed - frozen)
      frozen = Math.max(0, frozen - elapsed)
      for (const entry of [...running]) {
        if (entry.ended) continue
        entry.at += thawed
        if (entry.at < 0) continue
        const { duration, step } = entry.tween
        if (entry.at >= duration) end(entry)
        else step((entry.tween.ease ?? ease.out)(entry.at / duration))
      }
      settle()
    },
    /** All pause for so many milliseconds: the hit-stop. */
    freeze(ms: number): void {
      frozen = Math.max(frozen, ms)
    },
    /** Brings all to their end at once. */
    finish(): void {
      frozen = 0
      for (const entry of [...running]) if (!entry.ended) end(entry)
      settle()
    },
    /** Forgets all where they are. */
    clear(): void {
      for (const entry of running) entry.ended = true
      settle()
    },
  }
}
export type Tweens = ReturnType<typeof createTweens>
