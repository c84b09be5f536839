import type { ChatMessage } from '@minefall/shared/contracts/live'
import type { Outgoing } from './line.ts'

/** How far a message of the player has come. */
export type Mark = 'sending' | 'failed' | 'sent' | 'read'

/** Something that was said, as it is shown. */
export type MessageRow = {
  kind: 'said'
  /** The message's id: it stays the same from the first key press to its taking. */
  key: string
  isOwn: boolean
  /** What the member of staff who said it is called. */
  name: string | null
  text: string
  pictureId: string | null
  at: number
  /** Whether it begins, and ends, what the same one said in one go. */
  isFirst: boolean
  isLast: boolean
  mark: Mark | null
  /** Why it was not sent. */
  problem: string | null
}

/** A line of the log: a day begins, a line by no one, or something that was said. */
export type Row =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'told'; key: string; text: string }
  | MessageRow

/** What is said within this time, in milliseconds, is said in one go. */
const inOneGoMs = 5 * 60_000

/** The beginning of a day where the player is. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

const saidBy = (message: ChatMessage): MessageRow => ({
  kind: 'said',
  key: message.messageId,
  isOwn: message.author === 'player',
  name: message.name,
  text: message.text,
  pictureId: message.pictureId,
  at: message.at,
  isFirst: true,
  isLast: true,
  mark: null,
  problem: null,
})

const outgoing = (message: Outgoing): MessageRow => ({
  kind: 'said',
  key: message.messageId,
  isOwn: true,
  name: null,
  text: message.text,
  pictureId: message.pictureId,
  at: message.at,
  isFirst: true,
  isLast: true,
  mark: message.problem === null ? 'sending' : 'failed',
  problem: message.problem,
})

const isOneGo = (one: Row | undefined, next: MessageRow): boolean =>
  one?.kind === 'said' &&
  one.isOwn === next.isOwn &&
  one.name === next.name &&
  one.problem === null &&
  next.at - one.at < inOneGoMs

/** The log's lines, the oldest first. What waits to be taken comes last, whatever the device's clock says. */
export const rowsOf = (
  messages: readonly ChatMessage[],
  waiting: readonly Outgoing[],
  staffRead: number,
): Row[] => {
  const taken = new Set(messages.map(({ messageId }) => messageId))
  const newest = messages.findLast(({ author }) => author !== 'system')
  const lines: Row[] = [
    ...messages.map((message): Row => {
      if (message.author === 'system') return { kind: 'told', key: message.messageId, text: message.text }
      const mark = message.seq <= staffRead ? 'read' : 'sent'
      // What staff have answered they have read.
      return { ...saidBy(message), mark: message === newest && message.author === 'player' ? mark : null }
    }),
    ...waiting.filter(({ messageId }) => !taken.has(messageId)).map(outgoing),
  ]
  const times = [...messages, ...waiting.filter(({ messageId }) => !taken.has(messageId))].map(({ at }) => at)
  const rows: Row[] = []
  lines.forEach((line, place) => {
    const at = times[place] ?? 0
    const before = place === 0 ? Number.NEGATIVE_INFINITY : dayOf(times[place - 1] ?? 0)
    if (dayOf(at) > before) rows.push({ kind: 'day', key: `day ${dayOf(at)}`, at })
    const previous = rows.at(-1)
    if (line.kind === 'said' && isOneGo(previous, line) && previous?.kind === 'said') {
      rows[rows.length - 1] = { ...previous, isLast: previous.mark === 'failed' }
      rows.push({ ...line, isFirst: false })
    } else rows.push(line)
  })
  return rows
}
