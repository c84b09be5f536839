import { expect, it } from 'vitest'
import { isFree, lowestStake } from './tables.ts'

it('calls a table with any coins at stake not free', () => {
  expect(isFree({ assets: ['trial'] })).toBe(true)
  expect(isFree({ assets: ['trial', 'coin'] })).toBe(false)
})

it('finds the lowest stake by amount, not by spelling', () => {
  expect(lowestStake([{ stakes: ['100', '1000'] }, { stakes: ['90', '1000'] }])).toBe('90')
  expect(lowestStake([])).toBeNull()
})
