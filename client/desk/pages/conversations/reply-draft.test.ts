import { describe, expect, test } from 'vitest'
import { callError } from '../../../src/lib/call-error.ts'
import { memoryStore } from '../../../src/lib/testing-storage.ts'
import { afterAnswer, revise } from '../../draft.ts'
import { afterFailure, keptDraft, newDraft } from './use-reply.ts'

describe('what is being written to a player', () => {
  test('is the same message until it went out and is changed', () => {
    const draft = revise(newDraft(), { text: 'Hello' })
    expect(revise(draft, { text: 'Hello Mai' }).messageId).toBe(draft.messageId)
    const sent = { ...draft, sent: true }
    const changed = revise(sent, { text: 'Hello Mai' })
    expect(changed).toMatchObject({ text: 'Hello Mai', sent: false })
    expect(changed.messageId).not.toBe(draft.messageId)
  })

  test('stays where it was changed before the answer to what went out', () => {
    const sent = { ...revise(newDraft(), { text: 'Hello' }), sent: true }
    const next = newDraft()
    expect(afterAnswer(sent, sent, next)).toBe(next)
    const changed = revise(sent, { text: 'Hello Mai' })
    expect(afterAnswer(changed, sent, next)).toBe(changed)
  })

  test('is another message once it is changed after an answer that leaves open whether it arrived', () => {
    const sent = { ...revise(newDraft(), { text: 'Hello' }), sent: true }
    for (const error of [callError(1504, 'late'), callError(1503, 'away'), callError(1500, 'fault')]) {
      const left = afterFailure(sent, error)
      expect(left).toEqual(sent)
      expect(revise(left, { text: 'Hello Mai' }).messageId).not.toBe(sent.messageId)
    }
    const refused = afterFailure(sent, callError(1001, 'no text'))
    expect(revise(refused, { text: 'Hello Mai' }).messageId).toBe(sent.messageId)
  })

  test('is another message where a copy of the tab sent another text under its id', () => {
    const sent = { ...revise(newDraft(), { text: 'Hello' }), sent: true }
    const left = afterFailure(sent, callError(1409, 'another'))
    expect(left).toMatchObject({ text: 'Hello', sent: false })
    expect(left.messageId).not.toBe(sent.messageId)
  })

  test('is there again for the same player and the same member of staff', () => {
    const tab = memoryStore()
    const draft = { ...revise(newDraft(), { text: 'Hello' }), sent: true }
    keptDraft(tab, 'ann', 'mai').keep(draft)
    expect(keptDraft(tab, 'ann', 'mai').read()).toEqual(draft)
    expect(keptDraft(tab, 'ann', 'kenji').read().text).toBe('')
    expect(keptDraft(tab, 'ben', 'mai').read().text).toBe('')
    keptDraft(tab, 'ann', 'mai').keep({ ...draft, text: '  ' })
    expect(keptDraft(tab, 'ann', 'mai').read().messageId).not.toBe(draft.messageId)
  })

  test('that can’t be read starts over', () => {
    const tab = memoryStore()
    tab.set('desk_reply/ann/mai', '{"text":7}')
    expect(keptDraft(tab, 'ann', 'mai').read()).toMatchObject({ text: '', pictureId: null, sent: false })
  })
})
