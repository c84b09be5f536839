import { createServer, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Gate } from './gate.ts'
import { liveMetrics } from './metrics.ts'
import { gatedUpgrades } from './upgrades.ts'

const open: Gate = { check: () => null, enter: () => ({ leave() {}, offended() {} }) }

test('upgrades that arrive at once are taken in one by one, and those that are gone by then not at all', async () => {
  const server = createServer()
  const taken: string[] = []
  gatedUpgrades(server, open, liveMetrics(new Registry())).on('upgrade', ({ url = '' }) => taken.push(url))
  const ask = (url: string): Socket => {
    const stream = new Socket()
    server.emit('upgrade', Object.assign(new IncomingMessage(stream), { url }), stream, Buffer.alloc(0))
    return stream
  }
  ask('/first')
  ask('/gone').destroy()
  ask('/last')
  expect(taken).toEqual([])
  await setImmediate()
  expect(taken).toEqual(['/first'])
  await setImmediate()
  expect(taken).toEqual(['/first'])
  await setImmediate()
  expect(taken).toEqual(['/first', '/last'])
  ask('/later')
  await setImmediate()
  expect(taken).toEqual(['/first', '/last', '/later'])
})
