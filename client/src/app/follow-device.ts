import { i18next } from '../i18n/i18n.ts'
import { mayReload, navigationType } from '../lib/missing-part.ts'
import { onceServerAnswers } from '../lib/server-back.ts'
import { onStorageTrouble } from '../lib/storage.ts'
import type { ConnectionContext } from '../machines/connection/index.ts'
import { noteDevice, noteDeviceOnce, unnoteDevice } from '../parts/device-notes.ts'

const isInMatch = () => location.pathname.startsWith('/game/')
let isLooking = false

/**
 * Reloads the page once the server answers, for texts that are missing: browsers keep the failure of a part for as long
 * as the page lives, as the HTML standard's module map does, so that asking again is no use. No one is taken away from a
 * match for that: it goes on with the English texts.
 */
export const reloadForTexts = (): void => {
  if (isLooking || isInMatch() || !mayReload(navigationType())) return
  isLooking = true
  onceServerAnswers(() => {
    isLooking = false
    // Someone may have sat down in the meantime.
    if (!isInMatch()) location.reload()
  }, new AbortController().signal)
}

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
