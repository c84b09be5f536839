import type { Clock } from './clock.ts'

/** Milliseconds of one step of the wheel: how much later than asked a deadline may be noticed. */
export const deadlineStepMs = 50
/** Steps a turn of the wheel has: 25.6 seconds. What is further away stays for another turn. */
const steps = 512

/**
 * Something that happens unless it is put off in time. It is its own entry in the list, so that to wind it allocates
 * nothing.
 */
export abstract class Deadline {
  /** Links of the list that it is in; the list's own. */
  previous: Deadline | null = null
  next: Deadline | null = null
  slot = -1
  /** When it is due, in milliseconds since 1970. */
  at = 0

  /** Whether it is to strike. */
  get isWound(): boolean {
    return this.slot >= 0
  }

  /** Called once, when its time has come; it may be wound again from here. */
  abstract strike(now: number): void
}

/** What is done once, for whom a closure is no waste. */
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
 * All deadlines of a process under one timer, a hashed timing wheel: winding and cancelling cost the same however many
 * there are (Varghese and Lauck, 1987, scheme 6). None strikes early; each up to `deadlineStepMs` late, and later by as much
 * as the process is.
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

  /** Winds a deadline, or winds it again, to strike at `at`, in milliseconds since 1970. */
  wind(deadline: Deadline, at: number): void {
    this.#unlink(deadline)
    if (this.#closed) return
    if (this.#count === 0) this.#step = Math.floor(this.#clock.now() / deadlineStepMs)
    deadline.at = at
    // A step that is over is not looked at again before the wheel has gone round.
    const slot = Math.max(Math.ceil(at / deadlineStepMs), this.#step + 1) % steps
    const first = this.#wheel[slot] ?? null
    deadline.slot = slot
    deadline.next = first
    if (first) first.previous = deadline
    this.#wheel[slot] = deadline
    this.#count += 1
    this.#cancel ??= this.#clock.after(deadlineStepMs, this.#turn)
  }

  /** Runs `run` once after `ms` milliseconds; the answer calls it off. */
  after(ms: number, run: () => void): () => void {
    const call = new Call(run)
    this.wind(call, this.#clock.now() + ms)
    return () => this.cancel(call)
  }

  /** Calls a deadline off; nothing happens to one that is not wound. */
  cancel(deadline: Deadline): void {
    this.#unlink(deadline)
  }

  /** Nothing strikes any more. */
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
    const now = this.#clock.now()
    const reached = Math.floor(now / deadlineStepMs)
    // After a standstill longer than a turn each slot is looked at once.
    const from = Math.max(this.#step + 1, reached - steps + 1)
    this.#step = Math.max(this.#step, reached)
    const due: Deadline[] = []
    for (let step = from; step <= reached; step++)
      for (let one = this.#wheel[step % steps] ?? null; one; one = one.next) if (one.at <= now) due.push(one)
    for (const deadline of due) {
      // Another one's strike may have called it off or put it off.
      if (deadline.slot < 0 || deadline.at > now) continue
      this.#unlink(deadline)
      deadline.strike(now)
    }
    if (this.#count > 0 && !this.#closed) this.#cancel ??= this.#clock.after(deadlineStepMs, this.#turn)
  }
}
