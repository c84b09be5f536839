import { createServer, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { socketMetrics } from '../live/metrics.ts'
import { upgradesOf } from './upgrades.ts'

type Gate = Parameters<ReturnType<typeof upgradesOf>['at']>[1]
const open: Gate = { check: () => null }
const shut: Gate = {
  check: () => ({ reason: 'origin', status: 403, code: 1403, msg: 'not from there' }),
}

/** Upgrades of a server that never listens, what each path was handed, and how many were refused. */
const doors = () => {
  const server = createServer()
  const registry = new Registry()
  const [live, desk] = [socketMetrics(registry, 'live'), socketMetrics(registry, 'desk')]
  const upgrades = upgradesOf(server, {
    lost: live.handshakesRefused,
    isOurs: ({ headers }) => headers.host !== 'evil.example',
    afterAnswers: (_, run) => run(),
  })
  const taken: string[] = []
  const hear = (path: string, gate: Gate) =>
    upgrades
      .at(path, gate, desk.handshakesRefused)
      .on('upgrade', ({ url = '' }) => taken.push(`${path} ${url}`))
  const ask = (url: string): Socket => {
    const stream = new Socket()
    server.emit('upgrade', Object.assign(new IncomingMessage(stream), { url }), stream, Buffer.alloc(0))
    return stream
  }
  const askAs = (host: string) => {
    const stream = new Socket()
    const request = Object.assign(new IncomingMessage(stream), { url: '/a/?x', headers: { host } })
    server.emit('upgrade', request, stream, Buffer.alloc(0))
    return stream
  }
  const refused = async (kind: 'live' | 'desk') =>
    (await registry.getSingleMetric(`minefall_${kind}_handshakes_refused_total`)?.get())?.values.map(
      ({ labels, value }) => [labels.reason, value],
    )
  return { hear, ask, askAs, taken, refused }
}

test('upgrades that arrive at once are taken in one by one, and those that are gone by then not at all', async () => {
  const { hear, ask, taken } = doors()
  hear('/a/', open)
  ask('/a/?first')
  ask('/a/?gone').destroy()
  ask('/a/?last')
  expect(taken).toEqual([])
  await setImmediate()
  expect(taken).toEqual(['/a/ /a/?first'])
  await setImmediate()
  expect(taken).toEqual(['/a/ /a/?first'])
  await setImmediate()
  expect(taken).toEqual(['/a/ /a/?first', '/a/ /a/?last'])
  ask('/a/?later')
  await setImmediate()
  expect(taken.at(-1)).toBe('/a/ /a/?later')
})

test('each path has its own gate, and whatever else is asked for leads nowhere', async () => {
  const { hear, ask, taken, refused } = doors()
  hear('/a/', open)
  hear('/b/', shut)
  const streams = ['/a/?x', '/b/?x', '/', '/a/b', '//a/', '/a', ''].map(ask)
  for (const _ of streams) await setImmediate()
  expect(taken).toEqual(['/a/ /a/?x'])
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, ...streams.slice(1).map(() => true)])
  expect(await refused('desk')).toEqual([['origin', 1]])
  expect(await refused('live')).toEqual([['path', 5]])
})

test('what names another host is refused before any gate is asked', async () => {
  const { hear, askAs, taken, refused } = doors()
  hear('/a/', open)
  const streams = ['evil.example', 'play.example'].map(askAs)
  for (const _ of streams) await setImmediate()
  expect(taken).toEqual(['/a/ /a/?x'])
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, false])
  expect(await refused('live')).toEqual([['host', 1]])
})
