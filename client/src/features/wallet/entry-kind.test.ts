import { expect, test } from 'vitest'
import wallet from '../../i18n/locales/en-US/wallet.json'
import { entryKind, entrySign } from './StatementRow.tsx'

test('every kind has its words and its sign, and one that is not known has those of any other', () => {
  for (const kind of Object.keys(wallet.kind)) expect(entryKind(kind)).toBe(kind)
  for (const kind of ['toString', 'correction', '']) {
    expect(entryKind(kind)).toBe('other')
    expect(wallet.kind).toHaveProperty(entryKind(kind))
  }
  for (const kind of ['arena-stake', 'arena-refund', 'arena-prize']) expect(entryKind(kind)).toBe(kind)
  expect(entrySign('settled')).toBe('trophy')
  expect(entrySign('other')).toBe('board')
})
