import { expect, test, vi } from 'vitest'
import { endSending } from './sending.ts'

const told = (isOpen: boolean) => ({ isOpen: () => isOpen, close: vi.fn(), refuse: vi.fn(), note: vi.fn() })
const refused = new Error('the reference is used')

test('a dialog closes when what it sent is done, and shows a refusal', async () => {
  const done = told(true)
  await endSending(Promise.resolve(), done)
  expect(done.close).toHaveBeenCalledOnce()
  const open = told(true)
  await endSending(Promise.reject(refused), open)
  expect(open.refuse).toHaveBeenCalledWith(refused)
  expect(open.close).not.toHaveBeenCalled()
})

test('a late answer to a dialog that was closed closes no other one, and a refusal is said all the same', async () => {
  const done = told(false)
  await endSending(Promise.resolve(), done)
  expect(done.close).not.toHaveBeenCalled()
  const late = told(false)
  await endSending(Promise.reject(refused), late)
  expect(late.note).toHaveBeenCalledWith(refused)
  expect(late.refuse).not.toHaveBeenCalled()
})
