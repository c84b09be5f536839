import { type ReportCategory, reportTextMax, reportTextMin } from '@minefall/shared/contracts'
import type { NoticeName } from '@minefall/shared/notices'
import { drawUuid } from '../../lib/draw-uuid.ts'

/** A report that is being written. Each draft has its key: sent twice, it is one report. */
export type Draft = { key: string; category: ReportCategory | null; text: string }

export const newDraft = (category: ReportCategory | null): Draft => ({ key: drawUuid(), category, text: '' })

/** A draft with a change; what is changed after it was sent (`wasSent`) is another report. */
export const revise = (
  draft: Draft,
  change: Partial<Omit<Draft, 'key'>>,
  { wasSent }: { wasSent: boolean },
): Draft => ({ ...draft, ...change, key: wasSent ? drawUuid() : draft.key })

/** What is wrong with a text; null for one that can be sent. */
export const textTrouble = (text: string): NoticeName | null => {
  const { length } = text.trim()
  if (length < reportTextMin) return 'report-short'
  return length > reportTextMax ? 'report-long' : null
}
