import { expect, test } from 'vitest'
import { hostOf, isLoopbackAddress, isLoopbackHost } from './loopback.ts'

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isLoopbackAddress(address)).toBe(true)
})

test.each([undefined, '', '10.0.0.1', '::', '::ffff:10.0.0.1', '127.0.0.1.evil.example', 'localhost'])(
  '%s is no address of this machine',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  },
)

test('names of this machine are those that mean it everywhere', () => {
  for (const name of ['localhost', 'LOCALHOST', 'minefall.localhost', '[::1]', '127.0.0.1'])
    expect([name, isLoopbackHost(name)]).toEqual([name, true])
  for (const name of ['localhost.evil.example', 'evil-localhost', '0.0.0.0', 'play.example', ''])
    expect([name, isLoopbackHost(name)]).toEqual([name, false])
})

test.each([
  ['Play.Example', 'play.example'],
  ['play.example.:8080', 'play.example'],
  ['[FD00::1]:8080', 'fd00::1'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['localhost:', 'localhost'],
])('the host of %s is %s', (header, host) => {
  expect(hostOf(header)).toBe(host)
})

test.each([
  undefined,
  '',
  'a b',
  'evil.example@localhost',
  'localhost/evil',
  'localhost#evil',
  'localhost\\evil',
  'localhost:x',
  '::1',
])('there is no host in %s', (header) => {
  expect(hostOf(header)).toBeNull()
})
