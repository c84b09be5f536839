import { bodyCode } from '@minefall/shared/contracts'
import { type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import type { ChatMessage } from '@minefall/shared/contracts/live'
import { useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../src/lib/call-error.ts'
import { ask } from '../../api.ts'
import { useHeard } from '../../live.ts'
import { reread, useAct, useRead } from '../../queries.ts'

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

/** Whether this message says that a conversation is another than was read: what a player writes begins it, or opens it again. */
export const isOutdatedBy = (
  conversation: Pick<DeskConversation, 'status'> | null,
  { author }: Pick<ChatMessage, 'author'>,
): boolean => author === 'player' && conversation?.status !== 'open'

/** Whether a player is known to have no conversation: as before while that is asked again. */
export const isNoneNow = (before: boolean, { data, error }: { data: unknown; error: unknown }): boolean =>
  !data && (before || (isCallError(error) && error.code === bodyCode.notFound))

/** How long it is shown that someone types, in milliseconds. */
const typingMs = 4_000

const useTyping = (playerId: string) => {
  const [typedAt, setTypedAt] = useState<number | null>(null)
  useHeard('conversation.typing', (told) => {
    if (told.playerId === playerId) setTypedAt(Date.now())
  })
  useHeard('conversation.message', (told) => {
    if (told.playerId === playerId && told.message.author === 'player') setTypedAt(null)
  })
  useEffect(() => {
    if (typedAt === null) return
    const timer = setTimeout(() => setTypedAt(null), typingMs)
    return () => clearTimeout(timer)
  }, [typedAt])
  return typedAt !== null
}

/** A player's conversation as it goes on. `none`: they have none yet, and a reply begins it. */
export const useThread = (playerId: string) => {
  const params = { playerId }
  const read = useRead(deskCalls.conversation, { params, query: {} })
  const [older, setOlder] = useState<readonly ChatMessage[]>([])
  const [heard, setHeard] = useState<readonly ChatMessage[]>([])
  const [marks, setMarks] = useState({ player: 0, staff: 0 })
  const conversation: DeskConversation | null = read.data ?? null
  const isNone = useRef(false)
  isNone.current = isNoneNow(isNone.current, read)
  useHeard('conversation.message', (told) => {
    if (told.playerId !== playerId) return
    setHeard((before) => [...before, told.message])
    if (isOutdatedBy(conversation, told.message)) void reread(deskCalls.conversation)
  })
  useHeard('conversation.read', (told) => {
    if (told.playerId !== playerId) return
    setMarks((before) => ({ ...before, [told.by]: Math.max(before[told.by], told.seq) }))
  })
  const isTyping = useTyping(playerId)
  const { messages, hasMore } = joinMessages([older, read.data?.messages ?? [], heard])
  const first = messages[0]?.seq
  const more = useAct(async () => {
    const page = await ask(deskCalls.conversation, { params, query: { before: first } })
    setOlder((before) => [...page.messages, ...before])
  })
  return {
    read,
    isNone: isNone.current,
    conversation,
    messages,
    hasMore,
    more,
    isTyping,
    playerRead: Math.max(marks.player, conversation?.playerRead ?? 0),
    staffRead: Math.max(marks.staff, conversation?.staffRead ?? 0),
    lastSeq: messages.at(-1)?.seq ?? 0,
    /** What came with an answer is shown at once, whether or not it is heard as well. */
    add: (message: ChatMessage) => setHeard((before) => [...before, message]),
    again: () => reread(deskCalls.conversations),
  }
}
export type Thread = ReturnType<typeof useThread>
