import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { isCallError, isUnclear } from '../../../src/lib/call-error.ts'
import { drawUuid } from '../../../src/lib/draw-uuid.ts'
import { type SafeStorage, tabStore } from '../../../src/lib/storage.ts'
import { useMounted } from '../../../src/lib/use-mounted.ts'
import { ask, wordsFor } from '../../api.ts'
import { afterAnswer, revise } from '../../draft.ts'
import { tellLive } from '../../live.ts'
import { useStaff } from '../../session.ts'
import type { Thread } from './use-thread.ts'

const draftSchema = z.object({
  messageId: z.uuid(),
  text: z.string(),
  pictureId: z.uuid().nullable(),
  sent: z.boolean(),
})
type ReplyDraft = z.infer<typeof draftSchema>

export const newDraft = (draw: () => string = drawUuid): ReplyDraft => ({
  messageId: draw(),
  text: '',
  pictureId: null,
  sent: false,
})

const isEmpty = ({ text, pictureId }: ReplyDraft): boolean => text.trim() === '' && pictureId === null

/** What is being written to a player, kept in this tab until it is taken. */
export const keptDraft = (store: SafeStorage, staffId: string, playerId: string) => {
  const key = `desk_reply/${staffId}/${playerId}`
  return {
    read(): ReplyDraft {
      try {
        return draftSchema.parse(JSON.parse(store.get(key) ?? 'null'))
      } catch {
        return newDraft()
      }
    },
    keep(draft: ReplyDraft) {
      if (isEmpty(draft)) store.remove(key)
      else store.set(key, JSON.stringify(draft))
    },
  }
}

/** What is there after a reply failed: where no one knows whether it arrived, it counts as sent. */
export const afterFailure = (sent: ReplyDraft, error: unknown, draw = drawUuid): ReplyDraft => {
  if (isUnclear(error)) return sent
  // Another text arrived under its id, as from a copy of this tab: this is another message.
  const isOther = isCallError(error) && error.code === bodyCode.conflict
  return { ...sent, sent: false, messageId: isOther ? draw() : sent.messageId }
}

const words = {
  [bodyCode.conflict]:
    'Another version of this reply was sent: see the conversation. Send again to send this one, too.',
}

/** How often a player learns that staff type, in milliseconds: it fades after 4 s. */
const typingEveryMs = 2_000

/** What is written to a player: kept, sent once, and again under its id where no one knows whether it arrived. */
export const useReply = (playerId: string, thread: Thread) => {
  const staff = useStaff()
  const kept = keptDraft(tabStore, staff.id, playerId)
  const [draft, setDraft] = useState<ReplyDraft>(() => kept.read())
  const [isSending, setSending] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const typedAt = useRef(0)
  const mounted = useMounted()
  const params = { playerId }

  const put = (next: ReplyDraft) => {
    kept.keep(next)
    if (mounted.current) setDraft(next)
  }
  const change = (change: Partial<Pick<ReplyDraft, 'text' | 'pictureId'>>) => {
    setProblem(null)
    put(revise(draft, change))
    const now = Date.now()
    if (change.text === undefined || change.text === '' || now - typedAt.current < typingEveryMs) return
    typedAt.current = now
    tellLive('conversation.typing', { playerId })
  }
  /** Anyone who answers what is no one's has it from then on. */
  const take = async () => {
    const { conversation } = thread
    if (!conversation || conversation.status === 'closed' || conversation.assignedTo) return
    const body = { staffId: staff.id, was: null }
    // Someone who was quicker has it now; what is written goes out all the same.
    await ask(deskCalls.assignConversation, { params, body }).catch(() => undefined)
  }
  const send = async () => {
    if (isEmpty(draft) || isSending || isUploading) return
    const sent = { ...draft, sent: true }
    put(sent)
    setSending(true)
    setProblem(null)
    try {
      const { messageId, text, pictureId } = sent
      await take()
      const body = { messageId, text, ...(pictureId === null ? {} : { pictureId }) }
      const message = await ask(deskCalls.reply, { params, body })
      put(afterAnswer(kept.read(), sent, newDraft()))
      thread.add(message)
    } catch (error) {
      put(afterAnswer(kept.read(), sent, afterFailure(sent, error)))
      setProblem(wordsFor(error, words))
    } finally {
      setSending(false)
      void thread.again()
    }
  }
  const attach = async (file: File | undefined) => {
    if (!file || isUploading) return
    setUploading(true)
    setProblem(null)
    try {
      const form = new FormData()
      form.append('image', file)
      const { pictureId } = await ask(deskCalls.uploadPicture, { params, body: form })
      put(revise(kept.read(), { pictureId }))
    } catch (error) {
      setProblem(wordsFor(error))
    } finally {
      setUploading(false)
    }
  }
  return { draft, change, send, attach, isSending, isUploading, problem }
}
