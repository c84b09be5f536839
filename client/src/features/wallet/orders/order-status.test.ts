import { expect, test } from 'vitest'
import orders from '../../../i18n/locales/en-US/orders.json'
import { coinSign, statusesOf, statusLook, statusName, statusNames } from './order-status.ts'

const named = (kind: 'deposit' | 'withdrawal', status: string, reason: string | null = null) =>
  statusName({
    kind,
    status,
    endedAt: reason === null ? null : 1,
    reason: reason === null ? null : { code: reason, text: null },
  })

test('every documented status has its name', () => {
  expect(statusesOf('deposit').map((status) => named('deposit', status))).toEqual([
    'submitted',
    'paid',
    'reviewing',
    'credited',
    'failed',
  ])
  expect(statusesOf('withdrawal').map((status) => named('withdrawal', status))).toEqual([
    'waiting',
    'paidOut',
    'rejected',
  ])
  expect(named('deposit', 'failed', 'expired')).toBe('expired')
  expect(named('deposit', 'failed', 'refused')).toBe('failed')
})

test('a status that is not known is pending while its order goes on, and unknown after', () => {
  for (const status of ['frozen', 'pending', 'toString', '']) expect(named('deposit', status)).toBe('pending')
  expect(named('deposit', 'frozen', 'other')).toBe('unknown')
  expect(named('withdrawal', 'failed')).toBe('unknown')
})

test('every name has its words, its shape and its tone', () => {
  for (const words of [orders.status, orders.says, orders.step])
    expect(Object.keys(words).sort()).toEqual([...statusNames].sort())
  for (const name of statusNames) expect(statusLook(name)).toHaveProperty('icon')
})

test('an order has a sign only where coins came or are taken', () => {
  expect(statusesOf('deposit').map((status) => coinSign({ kind: 'deposit', status }))).toEqual([
    undefined,
    undefined,
    undefined,
    '+',
    undefined,
  ])
  expect(statusesOf('withdrawal').map((status) => coinSign({ kind: 'withdrawal', status }))).toEqual([
    '−',
    '−',
    undefined,
  ])
})
