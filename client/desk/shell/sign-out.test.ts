import { afterEach, expect, test, vi } from 'vitest'
import { session } from '../session.ts'
import { signOut } from './Rail.tsx'

const id = '5f3a2b1c-1111-4222-8333-944445555666'
const staff = { id, email: 'ann@house.example', name: 'Ann Berg', role: 'admin' } as const

afterEach(() => vi.unstubAllGlobals())

test('who signs out is signed out at once, though the server does not answer', () => {
  session.begin({ token: 'token-1', staff })
  const asked = vi.fn<typeof fetch>(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', asked)
  signOut()
  expect(session.current()).toEqual({ session: null, ended: 'signed-out' })
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ headers: { authorization: 'Bearer token-1' } })
})
