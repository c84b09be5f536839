import { reportBodySchema, reportTextMax, reportTextMin } from '@minefall/shared/contracts/rest'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../lib/testing-storage.ts'
import { keptDraft, newDraft, revise, textTrouble } from './report-draft.ts'

describe('the text of a report', () => {
  it.each([
    ['', 'report-short'],
    [`   ${'x'.repeat(reportTextMin - 1)}   `, 'report-short'],
    ['x'.repeat(reportTextMin), null],
    [` ${'x'.repeat(reportTextMax)}\n`, null],
    ['x'.repeat(reportTextMax + 1), 'report-long'],
  ])('%# is judged as the platform does', (text, trouble) => {
    expect(textTrouble(text)).toBe(trouble)
    const { key, category } = newDraft('other')
    const body = { key, category, text, page: '/' }
    expect(reportBodySchema.safeParse(body).success).toBe(trouble === null)
  })

  it('is another report once it was sent and is changed, and the same one until then', () => {
    const draft = newDraft('other')
    expect(revise(draft, { text: 'more' })).toEqual({ ...draft, text: 'more' })
    const other = revise({ ...draft, sent: true }, { text: 'more' })
    expect(other).toMatchObject({ category: 'other', text: 'more', sent: false })
    expect(other.key).not.toBe(draft.key)
    expect(revise(other, { text: 'and more' }).key).toBe(other.key)
  })

  it('has its own key in each draft', () => {
    expect(newDraft(null).key).not.toBe(newDraft(null).key)
  })
})

describe('what is being written', () => {
  it('is there again, for whom and about what it was written', () => {
    const tab = memoryStore()
    const draft = revise(newDraft('match'), { text: 'The board stayed gray' })
    keptDraft(tab, { userId: 'anna', about: 'a match' }).keep(draft)
    expect(keptDraft(tab, { userId: 'anna', about: 'a match' }).read()).toEqual(draft)
    expect(keptDraft(tab, { userId: 'anna', about: 'page' }).read()).toBeNull()
    expect(keptDraft(tab, { userId: 'ben', about: 'a match' }).read()).toBeNull()
  })

  it('goes once it is taken, unless it was changed since it was sent', () => {
    const kept = keptDraft(memoryStore(), { userId: 'anna', about: 'page' })
    const sent = { ...revise(newDraft('other'), { text: 'The board stayed gray' }), sent: true }
    const changed = revise(sent, { text: 'The board stayed gray after my turn' })
    kept.keep(changed)
    kept.forget(sent.key)
    expect(kept.read()).toEqual(changed)
    kept.forget(changed.key)
    expect(kept.read()).toBeNull()
  })
})
