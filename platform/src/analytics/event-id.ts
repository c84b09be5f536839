import { createHash } from 'node:crypto'
import type { AnalyticsEvent } from '@minefall/shared/analytics'

/** The first 128 bits of SHA-256 as a UUID of version 8 (RFC 9562), the one for ids of one's own making. */
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
export const eventIdOf = (event: AnalyticsEvent): string =>
  event.additionalData.eventId?.toLowerCase() ?? uuidOf(documentOf(event))
