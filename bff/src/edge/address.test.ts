import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress, originAllowed } from './address.ts'

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('addresses', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.9', '10.0.0.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::6', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (remote, expected) => {
    expect(clientAddress(requestFrom(remote), 0)).toBe(expected)
  })

  test('only proxies we know are believed, each for the one before it', () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 9.9.9.9, 10.0.0.2' }
    expect(clientAddress(requestFrom('10.0.0.1', headers), 0)).toBe('10.0.0.1')
    expect(clientAddress(requestFrom('10.0.0.1', headers), 1)).toBe('10.0.0.2')
    expect(clientAddress(requestFrom('10.0.0.1', headers), 2)).toBe('9.9.9.9')
    expect(clientAddress(requestFrom('10.0.0.1'), 2)).toBe('10.0.0.1')
  })

  test.each([
    [true, { host: 'play.example' }],
    [true, { host: 'play.example', origin: 'https://play.example' }],
    [true, { host: '192.168.0.7:8080', origin: 'http://192.168.0.7:8080' }],
    [true, { host: 'play.example', origin: 'https://friend.example' }],
    [false, { host: 'play.example', origin: 'https://play.example.evil.example' }],
    [false, { host: 'play.example:8080', origin: 'https://play.example' }],
    [false, { host: 'play.example', origin: 'null' }],
    [false, { host: 'play.example', origin: 'https://friend.example:444' }],
  ])('an origin is let in: %s %o', (allowed, headers) => {
    expect(originAllowed(requestFrom('127.0.0.1', headers), ['https://friend.example'])).toBe(allowed)
  })
})
