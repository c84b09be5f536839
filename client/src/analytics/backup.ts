import { type AnalyticsEvent, analyticsEventSchema } from '@minefall/shared/analytics'
import type { SafeStorage } from '../lib/storage.ts'

/** The documented name and cap. */
export const backupKey = 'user_analytics_backup'
const backupMost = 1_000

/** Events that were not delivered yet, as all tabs of this browser share them. */
export type Backup = {
  /** The oldest, at most so many; what can't be understood is dropped. */
  head(most: number): AnalyticsEvent[]
  /** Adds those that are not there. Past 1000 the oldest are dropped. */
  add(events: readonly AnalyticsEvent[]): void
  remove(events: readonly AnalyticsEvent[]): void
  clear(): void
}

const idOf = (entry: unknown): unknown => Object(Object(entry).additionalData).eventId

const idsOf = (entries: readonly unknown[]): Set<unknown> => new Set(entries.map(idOf))

const parseList = (kept: string | null): unknown[] => {
  try {
    const list: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/**
 * Each change reads, changes and writes in one go, so that no tab's events are lost to another's. Only what an event
 * holds is written.
 */
export const createBackup = (store: SafeStorage): Backup => {
  const read = (): unknown[] => parseList(store.get(backupKey))
  const write = (entries: readonly unknown[]) => {
    if (entries.length === 0) store.remove(backupKey)
    else store.set(backupKey, JSON.stringify(entries))
  }
  return {
    head: (most) => {
      const entries = read()
      const taken: AnalyticsEvent[] = []
      const broken = new Set<unknown>()
      for (const entry of entries) {
        if (taken.length === most) break
        const event = analyticsEventSchema.safeParse(entry)
        if (event.success) taken.push(event.data)
        else broken.add(entry)
      }
      if (broken.size > 0) write(entries.filter((entry) => !broken.has(entry)))
      return taken
    },
    add: (events) => {
      const entries = read()
      const there = idsOf(entries)
      write([...entries, ...events.filter((event) => !there.has(idOf(event)))].slice(-backupMost))
    },
    remove: (events) => {
      const entries = read()
      const gone = idsOf(events)
      const left = entries.filter((entry) => !gone.has(idOf(entry)))
      if (left.length < entries.length) write(left)
    },
    clear: () => store.remove(backupKey),
  }
}
