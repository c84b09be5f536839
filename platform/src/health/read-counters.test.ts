import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { codeMetrics } from '../accounts/world.ts'
import { countingRequests } from '../bus/counting.ts'
import { buildHttp, edgeKeyHeader } from '../http/index.ts'
import { matchMetrics } from '../matches/metrics.ts'
import { countedSince, flushP95, noCounters, readCounters } from './read-counters.ts'

const log = silentLogger()
const edgeKey = 'e'.repeat(64)

/** The parts of the program that count, each on its own. */
const openCounted = async () => {
  const metrics = new Registry()
  const bus = countingRequests(inProcessBus({ log }), metrics)
  const app = await buildHttp({
    log,
    edgeKeys: [edgeKey],
    metrics,
    ready: () => true,
    newId: () => 'request-1',
    routes: async (app) => {
      app.get('/api/fine', async () => ok(null))
      app.get('/api/wrong', async () => {
        throw new Error('the table is on fire')
      })
    },
  })
  const get = (url: string) => app.inject({ url, headers: { [edgeKeyHeader]: edgeKey } })
  const close = async () => {
    await app.close()
    await bus.close()
  }
  return { metrics, bus, get, codes: codeMetrics(metrics), matches: matchMetrics(metrics), close }
}

describe('what a platform counts', () => {
  it('is nothing where nothing is counted', async () => {
    expect(await readCounters(new Registry())).toEqual({ counters: noCounters, ledger: null })
  })

  it('is what it answers, to calls and to BFFs, and what of that is our fault', async () => {
    const { metrics, bus, get, close } = await openCounted()
    for (const url of ['/api/fine', '/api/fine', '/api/wrong', '/api/nowhere', '/healthz', '/metrics'])
      await get(url)
    const answers = [ok(null), refuse<never>(bodyCode.notSeated, ''), refuse<never>(bodyCode.unavailable, '')]
    const stop = bus.respond('staff.present', async () => {
      const answer = answers.shift()
      if (!answer) throw new Error('no one is there')
      return answer
    })
    const request = { staffId: '6f1c9d0e-3b1a-4c8e-9d57-0d6d4b1f2a3c', edge: 'edge-1' }
    const codes: number[] = []
    for (let n = 0; n < 4; n++) codes.push((await bus.request('staff.present', request)).code)
    expect(codes).toEqual([bodyCode.ok, bodyCode.notSeated, bodyCode.unavailable, bodyCode.ourFault])
    stop()
    const { counters } = await readCounters(metrics)
    // An address that is none is no call of ours.
    expect(counters).toMatchObject({ answers: 3 + 4, answersFailed: 1 + 2 })
    await close()
  })

  it('is codes that left and those that did not, and matches that were stopped', async () => {
    const { metrics, codes, matches, close } = await openCounted()
    codes.delivered('email', true)
    codes.delivered('phone', true)
    codes.delivered('phone', false)
    matches.quarantined()
    const { counters } = await readCounters(metrics)
    expect(counters).toMatchObject({ codesSent: 2, codesFailed: 1, quarantined: 1 })
    await close()
  })

  it('stands at 0 from the start, so that the first one shows as an increase', async () => {
    const { metrics, close } = await openCounted()
    const atStart = async (name: string) => (await metrics.getSingleMetric(name)?.get())?.values ?? []
    expect(await atStart('minefall_codes_total')).toEqual(
      ['email', 'phone'].flatMap((channel) =>
        ['sent', 'failed'].map((result) => ({ value: 0, labels: { channel, result } })),
      ),
    )
    expect(await atStart('minefall_match_decisions_total')).toEqual(
      ['moves', 'money'].map((lane) => ({ value: 0, labels: { lane } })),
    )
    await close()
  })

  it('is how long the journal takes, of the time between two readings', async () => {
    const { metrics, matches, close } = await openCounted()
    const read = async () => (await readCounters(metrics)).counters
    expect(flushP95(await read())).toBeNull()
    for (let n = 0; n < 100; n++) matches.flushed(1, 400)
    const before = await read()
    expect(flushP95(before)).toBe(1_000)
    for (let n = 0; n < 94; n++) matches.flushed(1, 1.5)
    for (let n = 0; n < 6; n++) matches.flushed(1, 40)
    const since = countedSince(before, await read())
    expect([since.flushes, flushP95(since)]).toEqual([100, 50])
    const after = await read()
    matches.flushed(1, 60_000)
    expect(flushP95(countedSince(after, await read()))).toBeNull()
    await close()
  })
})
