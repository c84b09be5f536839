import type { ChatMessage } from '@minefall/shared/contracts'

/**
 * The messages of a conversation out of all that was read and heard, each once, the oldest first. Their numbers have no
 * holes: where one is missing, what is before it is left out, and `hasMore` says that it is to be read again.
 */
export const joinMessages = (
  parts: readonly (readonly ChatMessage[])[],
): { messages: readonly ChatMessage[]; hasMore: boolean } => {
  const bySeq = new Map(parts.flat().map((message) => [message.seq, message]))
  const all = [...bySeq.values()].sort((one, other) => one.seq - other.seq)
  const last = all.at(-1)
  if (!last) return { messages: [], hasMore: false }
  const first = all.findLastIndex(({ seq }, at) => seq !== last.seq - (all.length - 1 - at)) + 1
  const messages = all.slice(first)
  return { messages, hasMore: (messages[0]?.seq ?? 1) > 1 }
}
