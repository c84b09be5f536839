import {
  type DeskServerMessage,
  type DeskServerMessageName,
  hasRight,
  type Right,
  type Staff,
} from '@minefall/shared/contracts/desk'
import { Deadline } from '@minefall/shared/node'
import type { Arrival, Member } from '../live/arrivals.ts'
import type { Sender } from '../live/dispatch.ts'
import { type GatewayOptions, liveRates } from '../live/ground.ts'
import { eventFrame } from '../live/packet.ts'
import { TokenBucket } from '../live/token-bucket.ts'
import type { DeskAdmission } from './admission.ts'
import type { DeskMetrics } from './metrics.ts'

/** A message to desks, encoded once for any number of them. */
export const deskPacket: <N extends DeskServerMessageName>(name: N, payload: DeskServerMessage<N>) => Buffer =
  eventFrame

/** Typing is passed on once a second of a desk, and that somebody is there once in ten. */
const [typingMs, presenceMs] = [1_000, 10_000]

export type DeskBase = Pick<GatewayOptions<DeskMetrics>, 'settings' | 'clock' | 'deadlines' | 'random'> & {
  dispatch: (connection: DeskConnection, name: string, args: readonly unknown[]) => void
  /** It left a ping unanswered. */
  lost: (connection: DeskConnection) => void
}

/** One desk that is open: a welcomed socket. */
export class DeskConnection extends Deadline implements Sender, Member {
  readonly arrival: Arrival
  readonly token: string
  readonly staff: Staff
  /** When the platform last said that the token is in force, in milliseconds. */
  confirmedAt: number
  readonly messages: TokenBucket
  readonly refusals: TokenBucket
  readonly strikes: TokenBucket
  /** How often it is passed on that somebody types, and that somebody is there. */
  readonly typings: TokenBucket
  readonly presences: TokenBucket
  closing = false

  readonly #base: DeskBase
  #isAsked = false

  constructor(base: DeskBase, arrival: Arrival, { token, staff }: DeskAdmission) {
    super()
    const now = () => base.clock.now()
    const rates = liveRates(base.settings, now)
    this.arrival = arrival
    this.token = token
    this.staff = staff
    this.confirmedAt = now()
    this.messages = new TokenBucket(rates.socket)
    this.refusals = new TokenBucket(rates.refusals)
    this.strikes = new TokenBucket(rates.strikes)
    this.typings = new TokenBucket({ perSecond: 1_000 / typingMs, burst: 1, now })
    this.presences = new TokenBucket({ perSecond: 1_000 / presenceMs, burst: 1, now })
    this.#base = base
    this.answered()
  }

  get intake(): Arrival['intake'] {
    return this.arrival.intake
  }

  get outbox(): Arrival['outbox'] {
    return this.arrival.outbox
  }

  hear(name: string, args: readonly unknown[]): void {
    this.#base.dispatch(this, name, args)
  }

  answered(): void {
    const { settings, clock, deadlines, random } = this.#base
    this.#isAsked = false
    // Pings of all desks in one burst would delay everything behind them.
    if (!this.closing) deadlines.wind(this, clock.now() + settings.LIVE_PING_MS * (0.8 + 0.4 * random()))
  }

  override strike(now: number): void {
    const { settings, deadlines, lost } = this.#base
    if (this.closing) return
    if (this.#isAsked) lost(this)
    else {
      this.#isAsked = true
      this.outbox.ping()
      deadlines.wind(this, now + settings.LIVE_PING_TIMEOUT_MS)
    }
  }
}

/** Tells all of these desks whose role has the right. */
export const tellWith = (
  desks: Iterable<DeskConnection>,
  right: Exclude<Right, 'anyone'>,
  told: Buffer,
): void => {
  for (const { staff, outbox } of desks) if (hasRight(staff.role, right)) outbox.send(told)
}
