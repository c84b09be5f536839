import { expect, test } from 'vitest'
import { isFurther, shownStep } from './amount.ts'

const nothing = { isReviewed: false, isPlaced: false }

test.each([
  [undefined, nothing, 'amount'],
  ['elsewhere', nothing, 'amount'],
  ['currency', nothing, 'currency'],
  ['confirm', nothing, 'amount'],
  ['confirm', { ...nothing, isReviewed: true }, 'confirm'],
  ['confirm', { isReviewed: true, isPlaced: true }, 'done'],
  ['done', nothing, 'amount'],
  ['done', { ...nothing, isPlaced: true }, 'done'],
])('an address with %j, of what is %j, shows %j', (asked, known, step) => {
  expect(shownStep(asked, known)).toBe(step)
})

test('no one goes back from what is done', () => {
  expect((['amount', 'currency', 'destination', 'confirm', 'done'] as const).filter(isFurther)).toEqual([
    'currency',
    'destination',
    'confirm',
  ])
})
