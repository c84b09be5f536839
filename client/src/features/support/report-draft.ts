import {
  type ReportCategory,
  reportCategories,
  reportTextMax,
  reportTextMin,
} from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { z } from 'zod'
import { drawUuid } from '../../lib/draw-uuid.ts'
import { readKept } from '../../lib/kept-request.ts'
import type { SafeStorage } from '../../lib/storage.ts'

const draftSchema = z.object({
  key: z.uuid(),
  category: z.enum(reportCategories).nullable(),
  text: z.string(),
  sent: z.boolean(),
})

/** A report that is being written. Each draft has its key: sent twice, it is one report. */
export type Draft = z.infer<typeof draftSchema>

export const newDraft = (category: ReportCategory | null): Draft => ({
  key: drawUuid(),
  category,
  text: '',
  sent: false,
})

/** A draft with a change; what is changed after it was sent is another report. */
export const revise = (draft: Draft, change: Partial<Pick<Draft, 'category' | 'text'>>): Draft => ({
  ...draft,
  ...change,
  key: draft.sent ? drawUuid() : draft.key,
  sent: false,
})

/** What is written about something (`about`: a match, or the page) by someone, until it is taken; in this tab alone. */
export const keptDraft = (store: SafeStorage, { userId, about }: { userId: string; about: string }) => {
  const name = `report_draft/${userId}/${about}`
  const read = () => readKept(store, name, draftSchema)
  return {
    read,
    keep: (draft: Draft) => store.set(name, JSON.stringify(draft)),
    /** The draft of this key was taken; one that was changed in the meantime stays. */
    forget: (key: string) => {
      if (read()?.key === key) store.remove(name)
    },
  }
}

/** What is wrong with a text; null for one that can be sent. */
export const textTrouble = (text: string): NoticeName | null => {
  const { length } = text.trim()
  if (length < reportTextMin) return 'report-short'
  return length > reportTextMax ? 'report-long' : null
}
