import { bodyCode } from '@minefall/shared/contracts'
import { closeCodeNames } from '@minefall/shared/contracts/live'
import { noticeOfCode, notices } from '@minefall/shared/notices'
import { expect, test } from 'vitest'
import connection from './locales/en-US/connection.json'
import errors from './locales/en-US/errors.json'

test('every close code has its message', () => {
  expect(Object.keys(connection.close).sort()).toEqual([...closeCodeNames].sort())
})

/** Whether a notice says all there is to say, without having to be told more. */
const isSaid = (code: number): boolean => {
  const name = noticeOfCode(code)
  return name !== undefined && !notices[name].en.includes('{')
}

test('every body code that a player can meet has its text: a notice, or one of the errors, and not both', () => {
  // Only our own nodes tell each other that a shard has moved.
  const met = Object.values(bodyCode).filter((code) => code !== bodyCode.shardMoved)
  const unsaid = met.filter((code) => !isSaid(code))
  expect(Object.keys(errors.code).sort()).toEqual(unsaid.map(String).sort())
})
