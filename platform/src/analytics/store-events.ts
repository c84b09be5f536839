import { createHash } from 'node:crypto'
import type { AnalyticsBatch, AnalyticsEvent } from '@minefall/shared/analytics'
import type { Sql } from '../db/index.ts'

/** The first 128 bits of SHA-256 as a UUID of version 8 (RFC 9562), the one for custom ids. */
const uuidOf = (document: string): string => {
  const bytes = createHash('sha256').update(document).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** All that an event says, in one order. */
const documentOf = ({ additionalData, ...fields }: AnalyticsEvent): string =>
  JSON.stringify([Object.entries(fields).sort(byKey), Object.entries(additionalData).sort(byKey)])

/** What an event is known by: the id that its page drew, or a hash of all it says. */
const eventIdOf = (event: AnalyticsEvent): string =>
  event.additionalData.eventId?.toLowerCase() ?? uuidOf(documentOf(event))

/** What the entries of an event in the indexes take, about, in bytes. */
const indexBytes = 80

/** Events that one statement stores: a move waits for the statement that runs. */
const eventsAtOnce = 8

/** When and for how long. */
type Keeping = {
  /** Milliseconds since 1970, by the platform's clock. */
  now: number
  /** How long an event is kept from the time it happened, in milliseconds. */
  keepMs: number
}

/**
 * When an event happened by our clock: what its page's clock says has passed since then, before the call was received.
 * A page's clock that was set back in between can't make it later than now.
 */
const happenedAt = (event: AnalyticsEvent, sentAt: number, now: number): number =>
  now - Math.max(0, sentAt - event.timestamp)

type StoredEvent = AnalyticsEvent & { id: string; at: number }

/** Stores events in one statement, and tells how many are new. */
const storeTogether = async (db: Sql, rows: readonly StoredEvent[], now: number): Promise<number> => {
  const { count } = await db.query(
    `insert into analytics_event (
       id, at, received_at, event_type, event_name, session_id, device_type, current_url, user_id, user_agent,
       referrer, game_id, from_page, additional_data, bytes
     )
     select id, at, $1, event_type, event_name, session_id, device_type, current_url, user_id, user_agent,
       referrer, game_id, from_page, additional_data, pg_column_size(e) + ${indexBytes}
     from unnest(
       $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[]
     ) as e (
       id, at, event_type, event_name, session_id, device_type, current_url, user_id, user_agent,
       referrer, game_id, from_page, additional_data
     )
     on conflict (id) do nothing`,
    [
      new Date(now),
      rows.map(({ id }) => id),
      rows.map(({ at }) => new Date(at)),
      rows.map(({ eventType }) => eventType),
      rows.map(({ eventName }) => eventName),
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ deviceType }) => deviceType),
      rows.map(({ currentUrl }) => currentUrl),
      rows.map(({ userId }) => userId),
      rows.map(({ userAgent }) => userAgent),
      rows.map(({ referrer }) => referrer),
      rows.map(({ gameId }) => gameId),
      rows.map(({ fromPage }) => fromPage),
      rows.map(({ additionalData }) => JSON.stringify(additionalData)),
    ],
  )
  return count
}

/**
 * Stores each event once, however often and by however many calls at once it is brought, and tells how many are new.
 * What is older than is kept is left out: once forgotten it does not come back.
 */
export const storeEvents = async (
  db: Sql,
  batch: AnalyticsBatch,
  { now, keepMs }: Keeping,
): Promise<number> => {
  const rows = batch.events
    .map((event) => ({ ...event, id: eventIdOf(event), at: happenedAt(event, batch.timestamp, now) }))
    .filter(({ at }) => now - at < keepMs)
    // Two calls with the same events wait for each other in one order.
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  let stored = 0
  for (let first = 0; first < rows.length; first += eventsAtOnce)
    stored += await storeTogether(db, rows.slice(first, first + eventsAtOnce), now)
  return stored
}
