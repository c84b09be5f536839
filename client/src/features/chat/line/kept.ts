import * as z from 'zod/mini'
import type { Outgoing } from '../../../../widget/line.ts'
import type { SafeStorage } from '../../../lib/storage.ts'

const outgoingSchema = z.array(
  z.object({
    messageId: z.uuid(),
    text: z.string(),
    pictureId: z.nullable(z.uuid()),
    at: z.number(),
    problem: z.nullable(z.string()),
  }),
)

const parse = (text: string | null): readonly Outgoing[] => {
  try {
    return outgoingSchema.parse(JSON.parse(text ?? '[]'))
  } catch {
    // What can't be read is not what was kept.
    return []
  }
}

/** What somebody has written and the server has not taken yet, and what they are typing: over a reload of this tab as well. */
export const keptWriting = (store: SafeStorage, owner: string) => {
  const [outbox, draft] = [`support_outbox/${owner}`, `support_draft/${owner}`]
  const outgoing = () => parse(store.get(outbox))
  return {
    outgoing,
    /** Changes what waits, from what is kept now. */
    change(change: (waiting: readonly Outgoing[]) => readonly Outgoing[]) {
      const next = change(outgoing())
      if (next.length === 0) store.remove(outbox)
      else store.set(outbox, JSON.stringify(next))
    },
    draft: () => store.get(draft) ?? '',
    keepDraft(text: string) {
      if (text === '') store.remove(draft)
      else store.set(draft, text)
    },
  }
}
