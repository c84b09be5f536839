import { type Samples, samples } from './samples.ts'

/** What is counted of one side, ours or the baseline; the figures only while `measuring`. */
export type Tally = {
  measuring: boolean
  /** Clicks acknowledged. */
  clicks: number
  /** Milliseconds from the sending of a click to the arrival of its events at the last socket of the match. */
  toAll: Samples
  /** Milliseconds from the sending of a click to its acknowledgement. */
  toAck: Samples
  /** Clicks told to a socket, and the bytes on the wire that told them. */
  deliveries: number
  deliveredBytes: number
  /** Matches that came to their end. */
  ended: number
  /** Requests that were answered with "not now" and asked again; only where players come back on their own. */
  retried: number
  /** What must not happen, by kind: how often, and the first of each told in full. Counted at all times. */
  wrong: Map<Wrong, { times: number; first: string }>
}

export const newTally = (): Tally => ({
  measuring: false,
  clicks: 0,
  toAll: samples(),
  toAck: samples(),
  deliveries: 0,
  deliveredBytes: 0,
  ended: 0,
  retried: 0,
  wrong: new Map(),
})

/** Forgets the figures, before a measurement begins; what went wrong and what was asked again is kept. */
export const restartTally = (tally: Tally): void => {
  const { retried, wrong } = tally
  Object.assign(tally, newTally(), { retried, wrong })
}

/** What must not happen, by name. */
export const wrongs = {
  disconnected: 'disconnected',
  unanswered: 'unanswered',
  unreadable: 'unreadable',
  gap: 'gap',
  behind: 'behind a beat',
  hash: 'other hash',
  shed: 'shed as slow',
  closed: 'closed',
  refused: 'refused',
  answeredTwice: 'answered twice',
  voided: 'voided',
  idle: 'no clicks',
  rows: 'other rows than connections',
} as const
export type Wrong = (typeof wrongs)[keyof typeof wrongs]

/** Notes something that must not happen. */
export const noteWrong = (tally: Tally, kind: Wrong, detail: string): void => {
  const known = tally.wrong.get(kind)
  if (known) known.times += 1
  else tally.wrong.set(kind, { times: 1, first: detail })
}
