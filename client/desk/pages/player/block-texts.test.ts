import { usableLanguages } from '@minefall/shared/languages'
import { expect, test } from 'vitest'
import { ownerTexts } from './block-texts.ts'

test('owners read of a block or a removal in each language that players can choose, within what such a text may be', () => {
  const told = usableLanguages.flatMap(({ id }) => Object.values(ownerTexts(id)))
  expect(new Set(told).size).toBe(usableLanguages.length * 5)
  for (const text of told) expect(text.length).toBeLessThanOrEqual(300)
  expect(ownerTexts('fr-FR')).toEqual(ownerTexts('en-US'))
})
