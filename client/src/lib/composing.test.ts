import { expect, test } from 'vitest'
import { isOfComposition } from './composing.ts'

test('a key is of the word that is being composed, in Safari also the one that ends it', () => {
  expect(isOfComposition({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isOfComposition({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isOfComposition({ isComposing: false, keyCode: 13 })).toBe(false)
})
