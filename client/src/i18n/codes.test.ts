import { bodyCode, closeCodeNames } from '@minefall/shared/contracts'
import { expect, test } from 'vitest'
import connection from './locales/en-US/connection.json'
import errors from './locales/en-US/errors.json'

test('every close code has its message', () => {
  expect(Object.keys(connection.close).sort()).toEqual([...closeCodeNames].sort())
})

test('every body code but success has its text', () => {
  const refusals = Object.values(bodyCode).filter((code) => code !== bodyCode.ok)
  expect(Object.keys(errors.code).sort()).toEqual([...refusals.map(String), 'other'].sort())
})
