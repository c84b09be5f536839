import { expect, test } from 'vitest'
import { callError } from '../lib/call-error.ts'
import { orGone } from './or-gone.ts'

test('what is gone already is as good as taken away; any other failure is one', async () => {
  await expect(orGone(Promise.resolve(null))).resolves.toBeUndefined()
  await expect(orGone(Promise.reject(callError(1404, 'not found')))).resolves.toBeUndefined()
  const unreachable = callError(1503, 'no connection')
  await expect(orGone(Promise.reject(unreachable))).rejects.toBe(unreachable)
})
