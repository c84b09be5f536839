import { drawUuid } from '../src/lib/draw-uuid.ts'

/** Something that is being written, and sent under an id. */
export type Draft = {
  /** The same is the same message, however often it is sent. */
  messageId: string
  /** It went out once, and no one knows whether it arrived. */
  sent: boolean
}

/** A draft with a change: what is changed after it went out is another message. */
export const revise = <D extends Draft>(
  draft: D,
  change: Partial<Omit<D, keyof Draft>>,
  draw: () => string = drawUuid,
): D => ({ ...draft, ...change, messageId: draft.sent ? draw() : draft.messageId, sent: false })

/** What is there after an answer to `sent`: `next`, unless something else is being written by then. */
export const afterAnswer = <D extends Draft>(now: D, sent: D, next: D): D =>
  now.messageId === sent.messageId ? next : now
