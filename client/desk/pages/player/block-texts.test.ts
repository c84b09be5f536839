import { usableLanguages } from '@minefall/shared/languages'
import { expect, test } from 'vitest'
import { blockTexts } from './block-texts.ts'

test('owners of blocked accounts are reported in each language that players can choose, within what a block may say', () => {
  const told = usableLanguages.flatMap(({ id }) => Object.values(blockTexts(id)))
  expect(new Set(told).size).toBe(usableLanguages.length * 3)
  for (const text of told) expect(text.length).toBeLessThanOrEqual(300)
  expect(blockTexts('fr-FR')).toEqual(blockTexts('en-US'))
})
