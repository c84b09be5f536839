import { clockText } from '../wallet/deposit/clock-text.ts'

const hour = 3_600
const day = 24 * hour

/** Seconds as one reads them from afar: days and hours from a day on, a clock below. */
export const timeUntil = (
  seconds: number,
): { kind: 'days'; days: number; hours: number } | { kind: 'clock'; clock: string } =>
  seconds >= day
    ? { kind: 'days', days: Math.floor(seconds / day), hours: Math.floor((seconds % day) / hour) }
    : { kind: 'clock', clock: clockText(seconds) }
