import { describe, expect, test } from 'vitest'
import { readBffSettings, readOwnBffSettings } from './config.ts'

test('of several edge keys the last one is shown', () => {
  const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)]
  expect(readBffSettings({ EDGE_KEY: old }).EDGE_KEY).toBe(old)
  expect(readBffSettings({ EDGE_KEY: `${old}\n${fresh}\n` }).EDGE_KEY).toBe(fresh)
})

describe('a separate BFF', () => {
  const whole = {
    HOST: '127.0.0.1',
    NATS_URL: 'nats://bus:4222',
    UPSTREAM_URL: 'http://one:8090',
    EDGE_KEY: 'k',
  }

  test('names in one sentence what it can’t do without', () => {
    expect(readOwnBffSettings(whole).UPSTREAM_URL).toEqual(['http://one:8090'])
    expect(() => readOwnBffSettings({ ...whole, UPSTREAM_URL: ' , ' })).toThrow(
      /^A separate BFF needs UPSTREAM_URL, which is not set; `npm start` runs BFF and platform as one process\.$/,
    )
    expect(() => readOwnBffSettings({})).toThrow(
      /^A separate BFF needs NATS_URL and UPSTREAM_URL and EDGE_KEY, which are not set/,
    )
  })

  test('is production as a whole, or for this machine alone', () => {
    const open = { ...whole, HOST: '0.0.0.0' }
    expect(() => readOwnBffSettings(open)).toThrow(/^HOST is 0\.0\.0\.0 and NATS_URL is set, which looks/)
    expect(() => readOwnBffSettings({ ...open, NODE_ENV: 'production' })).toThrow(/^PUBLIC_URL must be/)
    const production = { ...open, NODE_ENV: 'production', PUBLIC_URL: 'https://play.example/' }
    expect(readOwnBffSettings(production).PUBLIC_URL).toBe('https://play.example')
  })

  test('takes several platforms, of whose addresses only the origin counts', () => {
    const { UPSTREAM_URL } = readBffSettings({ UPSTREAM_URL: 'http://one:8090/, https://two/x' })
    expect(UPSTREAM_URL).toEqual(['http://one:8090', 'https://two'])
    expect(() => readBffSettings({ UPSTREAM_URL: 'http://one:8090,two:8090' })).toThrow(
      /^UPSTREAM_URL must be an address that begins with http:\/\/ or https:\/\//,
    )
  })

  test.each(['with space', 'a.b', 'a*', 'x'.repeat(65)])('has no name such as "%s"', (name) => {
    expect(() => readBffSettings({ EDGE_ID: name })).toThrow(/^EDGE_ID must be at most 64 letters/)
  })
})
