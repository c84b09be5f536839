import { reportBodySchema, reportTextMax, reportTextMin } from '@minefall/shared/contracts'
import { describe, expect, it } from 'vitest'
import { newDraft, revise, textTrouble } from './report-draft.ts'

describe('the text of a report', () => {
  it.each([
    ['', 'report-short'],
    [`   ${'x'.repeat(reportTextMin - 1)}   `, 'report-short'],
    ['x'.repeat(reportTextMin), null],
    [` ${'x'.repeat(reportTextMax)}\n`, null],
    ['x'.repeat(reportTextMax + 1), 'report-long'],
  ])('%# is judged as the platform does', (text, trouble) => {
    expect(textTrouble(text)).toBe(trouble)
    const body = { ...newDraft('other'), text, page: '/' }
    expect(reportBodySchema.safeParse(body).success).toBe(trouble === null)
  })

  it('is another report once it was sent and is changed, and the same one until then', () => {
    const draft = newDraft('other')
    expect(revise(draft, { text: 'more' }, { wasSent: false })).toEqual({ ...draft, text: 'more' })
    const other = revise(draft, { text: 'more' }, { wasSent: true })
    expect(other).toMatchObject({ category: 'other', text: 'more' })
    expect(other.key).not.toBe(draft.key)
  })

  it('has a key of its own in each draft', () => {
    expect(newDraft(null).key).not.toBe(newDraft(null).key)
  })
})
