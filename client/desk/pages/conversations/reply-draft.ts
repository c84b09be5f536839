import { z } from 'zod'
import { drawUuid } from '../../../src/lib/kept-request.ts'
import type { SafeStorage } from '../../../src/lib/storage.ts'

const draftSchema = z.object({
  /** The same is the same message, however often it is sent. */
  messageId: z.uuid(),
  text: z.string(),
  pictureId: z.uuid().nullable(),
  /** It went out once, and nobody knows whether it arrived. */
  sent: z.boolean(),
})
export type ReplyDraft = z.infer<typeof draftSchema>

export const newDraft = (draw: () => string = drawUuid): ReplyDraft => ({
  messageId: draw(),
  text: '',
  pictureId: null,
  sent: false,
})

/** A draft with a change: what is changed after it went out is another message. */
export const revise = (
  draft: ReplyDraft,
  change: Partial<Pick<ReplyDraft, 'text' | 'pictureId'>>,
  draw: () => string = drawUuid,
): ReplyDraft => ({ ...draft, ...change, messageId: draft.sent ? draw() : draft.messageId, sent: false })

export const isEmpty = ({ text, pictureId }: ReplyDraft): boolean => text.trim() === '' && pictureId === null

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
