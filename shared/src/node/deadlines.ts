import type { Clock } from './clock.ts'

/** Milliseconds per step of the wheel: how late a deadline may be noticed. */
export const deadlineStepMs = 50
/** Steps per turn of the wheel: 25.6 seconds. Later deadlines stay for another turn. */
const steps = 512

/**
 * Something that happens unless postponed in time. It is its own list entry, so winding it allocates nothing.
 */
export abstract class Deadline {
  /** Links of the list that it is in; the list's own. */
  previous: Deadline | null = null
  next: Deadline | null = null
  slot = -1
  /** When it is due, in milliseconds since 1970. */
  at = 0

  /** Whether it is armed. */
  get isWound(): boolean {
    return this.slot >= 0
  }

  /** Called once, when its time has come; it may be wound again from here. */
  abstract strike(now: number): void
}

/** A one-off deadline, for which a closure is acceptable. */
class Call extends Deadline {
  readonly #run: () => void
  constructor(run: () => void) {
    super()
    this.#run = run
  }
  override strike(): void {
    this.#run()
  }
}

/**
 * All deadlines of a process under one timer, a hashed timing wheel: winding and canceling cost the same however
 * many there are (Varghese and Lauck, 1987, scheme 6). None fires early; each fires up to `deadlineStepMs` late,
 * plus any delay of the process.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #wheel: (Deadline | null)[] = new Array(steps).fill(null)
  #step: number
  #count = 0
  #cancel: (() => void) | null = null
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#step = Math.floor(clock.now() / deadlineStepMs)
  }

  /** Arms a deadline, or rearms it, for `at`, in milliseconds since 1970. */
  wind(deadline: Deadline, at: number): void {
    this.#unlink(deadline)
    if (this.#closed) return
    if (this.#count === 0) this.#step = Math.floor(this.#clock.now() / deadlineStepMs)
    deadline.at = at
    // A step that has passed is not looked at again before the wheel has gone round.
    const slot = Math.max(Math.ceil(at / deadlineStepMs), this.#step + 1) % steps
    const first = this.#wheel[slot] ?? null
    deadline.slot = slot
    deadline.next = first
    if (first) first.previous = deadline
    this.#wheel[slot] = deadline
    this.#count += 1
    this.#cancel ??= this.#clock.after(deadlineStepMs, this.#turn)
  }

  /** Runs `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void {
    const call = new Call(run)
    this.wind(call, this.#clock.now() + ms)
    return () => this.cancel(call)
  }

  /** Cancels a deadline; no effect on one that is not armed. */
  cancel(deadline: Deadline): void {
    this.#unlink(deadline)
  }

  /** No deadline fires any more. */
  close(): void {
    this.#closed = true
    this.#cancel?.()
  }

  #unlink(deadline: Deadline): void {
    const { slot, previous, next } = deadline
    if (slot < 0) return
    if (previous) previous.next = next
    else this.#wheel[slot] = next
    if (next) next.previous = previous
    deadline.previous = null
    deadline.next = null
    deadline.slot = -1
    this.#count -= 1
  }

  /** The clock was set back: the wheel begins again there, or what is wound from now on would wait until it has caught up. */
  #setBack(step: number): void {
    this.#step = step
    const all: Deadline[] = []
    for (const first of this.#wheel) for (let one = first; one; one = one.next) all.push(one)
    for (const one of all) this.wind(one, one.at)
  }

  readonly #turn = (): void => {
    this.#cancel = null
    const now = this.#clock.now()
    const reached = Math.floor(now / deadlineStepMs)
    if (reached < this.#step) this.#setBack(reached)
    // After a stall longer than a turn each slot is looked at once.
    const from = Math.max(this.#step + 1, reached - steps + 1)
    this.#step = Math.max(this.#step, reached)
    const due: Deadline[] = []
    for (let step = from; step <= reached; step++)
      for (let one = this.#wheel[step % steps] ?? null; one; one = one.next) if (one.at <= now) due.push(one)
    for (const deadline of due) {
      // Another deadline's callback may have canceled or postponed it.
      if (deadline.slot < 0 || deadline.at > now) continue
      this.#unlink(deadline)
      deadline.strike(now)
    }
    if (this.#count > 0 && !this.#closed) this.#cancel ??= this.#clock.after(deadlineStepMs, this.#turn)
  }
}
