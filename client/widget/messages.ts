import type { ChatMessage } from '@minefall/shared/contracts'

type Messages = readonly ChatMessage[]

/**
 * What is known of a conversation together with what was told of it: by number, each once, and no more than reaches to
 * the newest without a hole. The first of a conversation has the number 1, so one knows whether there are older ones.
 */
export const merged = (known: Messages, told: Messages): Messages => {
  const bySeq = new Map([...known, ...told].map((message) => [message.seq, message]))
  const all = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  const hole = all.findLastIndex(({ seq }, at) => at > 0 && all[at - 1]?.seq !== seq - 1)
  return all.slice(Math.max(0, hole))
}

export const lastSeq = (messages: Messages): number => messages.at(-1)?.seq ?? 0

export const hasOlder = (messages: Messages): boolean => (messages[0]?.seq ?? 1) > 1

/** The newest that the player has not written, behind `lastRead`; null where there is none. */
export const unreadSeq = (messages: Messages, lastRead: number): number | null =>
  messages.findLast(({ author, seq }) => author !== 'player' && seq > lastRead)?.seq ?? null
