import type { Staff } from '@minefall/shared/contracts/desk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { take } from './live.ts'
import { session } from './session.ts'

const ann: Staff = {
  id: '5f3a2b1c-1111-4222-8333-944445555666',
  email: 'ann@house.example',
  name: 'Ann Berg',
  role: 'admin',
}
const welcome = (staff: Staff) =>
  ({ name: 'welcome', payload: { staff, serverAt: 0, release: 'r' } }) as const

afterEach(() => vi.unstubAllGlobals())

const reloading = () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  return reload
}

describe('who is signed in at the desk', () => {
  test('has the rights of the role that the server welcomes them with, and a page for that', () => {
    const reload = reloading()
    session.begin({ token: 'token-1', staff: ann })
    const demoted: Staff = { ...ann, role: 'finance' }
    take(welcome(demoted), 'an older token')
    expect(session.current().session?.staff).toEqual(ann)
    expect(reload).not.toHaveBeenCalled()
    take(welcome(demoted), 'token-1')
    expect(session.current()).toEqual({ session: { token: 'token-1', staff: demoted }, ended: null })
    expect(reload).toHaveBeenCalledOnce()
  })

  test('stays the same while their role does', () => {
    const reload = reloading()
    session.begin({ token: 'token-1', staff: ann })
    const before = session.current()
    take(welcome({ ...ann }), 'token-1')
    expect(session.current()).toBe(before)
    expect(reload).not.toHaveBeenCalled()
  })
})
