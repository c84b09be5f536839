import { expect, test, vi } from 'vitest'
import { createNewRelease } from './new-release.ts'

test('a newer release is offered once, and not again after the player said later', () => {
  const release = createNewRelease()
  const heard = vi.fn()
  release.subscribe(heard)
  expect(release.state()).toBe('none')
  release.tell()
  release.tell()
  expect(release.state()).toBe('ready')
  expect(heard).toHaveBeenCalledTimes(1)
  release.postpone()
  release.tell()
  expect(release.state()).toBe('postponed')
})
