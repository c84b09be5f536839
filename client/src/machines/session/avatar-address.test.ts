import { expect, test } from 'vitest'
import { freshAvatar } from './avatar-address.ts'

test.each([
  ['/api/user/avatar/1', '/api/user/avatar/1?_=42'],
  ['https://cdn.example/a.png', 'https://cdn.example/a.png?_=42'],
  ['//cdn.example/a.png', '//cdn.example/a.png?_=42'],
  ['/a.png?size=2', '/a.png?size=2&_=42'],
  ['/a.png?', '/a.png?_=42'],
  ['/a.png#face', '/a.png?_=42#face'],
  ['/a.png?size=2#face', '/a.png?size=2&_=42#face'],
])('%s becomes %s: caches ask again', (avatar, fresh) => {
  expect(freshAvatar(avatar, 42)).toBe(fresh)
})

test.each([
  'X-Amz-Signature=1&X-Amz-Expires=60',
  'x-amz-security-token=1',
  'X-Goog-Signature=1',
  'Expires=1700000000&Signature=abc&Key-Pair-Id=K',
  'AWSAccessKeyId=1&Signature=2',
  'GoogleAccessId=1',
  'OSSAccessKeyId=1&x-oss-process=image',
  'q-sign-algorithm=sha1&q-ak=1',
  'sv=2020&se=2026-01-01&sig=abc',
  'token=abc',
  'access_token=abc',
  'auth_key=1-0-0-abc',
  'size=2&EXPIRES=9',
  'sign=abc',
  'Policy=abc',
])('an address signed or expiring by %s stays as it is', (query) => {
  expect(freshAvatar(`https://cdn.example/a.png?${query}`, 42)).toBe(`https://cdn.example/a.png?${query}`)
})

test.each(['fox', '', 'data:image/png;base64,AA//', 'blob:https://x.y/1', 'javascript:alert(1)'])(
  '%j is no address and stays as it is',
  (avatar) => {
    expect(freshAvatar(avatar, 42)).toBe(avatar)
  },
)

test('a parameter that only looks like a signature does not keep a cache', () => {
  expect(freshAvatar('/a.png?design=1', 42)).toBe('/a.png?design=1&_=42')
})
