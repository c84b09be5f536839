import { i18next } from '../i18n/i18n.ts'
import { onStorageTrouble } from '../lib/storage.ts'
import type { ConnectionContext } from '../machines/connection/index.ts'
import { noteDevice, noteDeviceOnce, unnoteDevice } from '../parts/device-notes.ts'

/** A device's clock that is nearer than this to the server's is right enough, in milliseconds. */
const clockToleranceMs = 120_000

const units = [
  { unit: 'day', ms: 86_400_000, from: 172_800_000, digits: 0 },
  { unit: 'hour', ms: 3_600_000, from: 3_570_000, digits: 1 },
  { unit: 'minute', ms: 60_000, from: 0, digits: 0 },
] as const

/** How far two clocks are apart, in the largest unit that tells it well: "5 minutes", "1 hour", "1.5 hours", "3 days". */
export const formatDifference = (ms: number, locale: string): string => {
  const apart = Math.abs(ms)
  const [day, hour, minute] = units
  const { unit, ms: size, digits } = apart >= day.from ? day : apart >= hour.from ? hour : minute
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: digits,
  }).format(apart / size)
}

/** What is asked of the connection: how far the clocks are apart. */
export type ClockSource = {
  subscribe(
    listener: (snapshot: { context: Pick<ConnectionContext, 'offsetMs' | 'roundTripMs'> }) => void,
  ): unknown
}

/** Says what is wrong with this device for as long as the product runs: a storage that keeps nothing, a wrong clock. */
export const followDevice = (connection: ClockSource): void => {
  onStorageTrouble((trouble) => noteDeviceOnce(trouble === 'full' ? 'storageFull' : 'storageBlocked'))
  let isWrong = false
  connection.subscribe(({ context: { offsetMs, roundTripMs } }) => {
    // Nothing was measured yet.
    if (roundTripMs === null) return
    const wasWrong = isWrong
    isWrong = Math.abs(offsetMs) > clockToleranceMs
    if (isWrong === wasWrong) return
    if (isWrong) void noteDevice('clock', () => formatDifference(offsetMs, i18next.language))
    else unnoteDevice('clock')
  })
}
