import { type Clock, steadyOf } from './clock.ts'

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
  /** When it is due, by the steady time of its list. */
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
 * plus any delay of the process. Nor does one wait for longer that is armed when the clock is set back.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #steady: Clock
  readonly #wheel: (Deadline | null)[] = new Array(steps).fill(null)
  #step: number
  #count = 0
  #cancel: (() => void) | null = null
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#steady = steadyOf(clock)
    this.#step = Math.floor(clock.now() / deadlineStepMs)
  }

  /** Arms a deadline, or rearms it, for `at`, in milliseconds since 1970. */
  wind(deadline: Deadline, at: number): void {
    this.#unlink(deadline)
    if (this.#closed) return
    const inMs = at - this.#clock.now()
    const now = this.#steady.now()
    if (this.#count === 0) this.#step = Math.floor(now / deadlineStepMs)
    deadline.at = now + inMs
    // A step that has passed is not looked at again before the wheel has gone round.
    const slot = Math.max(Math.ceil(deadline.at / deadlineStepMs), this.#step + 1) % steps
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

  readonly #turn = (): void => {
    this.#cancel = null
    const now = this.#steady.now()
    const reached = Math.floor(now / deadlineStepMs)
    // After a stall longer than a turn each slot is looked at once.
    const from = Math.max(this.#step + 1, reached - steps + 1)
    this.#step = reached
    const shown = this.#clock.now()
    const due: Deadline[] = []
    for (let step = from; step <= reached; step++)
      for (let one = this.#wheel[step % steps] ?? null; one; one = one.next) if (one.at <= now) due.push(one)
    for (const deadline of due) {
      // Another deadline's callback may have canceled or postponed it.
      if (deadline.slot < 0 || deadline.at > now) continue
      this.#unlink(deadline)
      deadline.strike(shown)
    }
    if (this.#count > 0 && !this.#closed) this.#cancel ??= this.#clock.after(deadlineStepMs, this.#turn)
  }
}
