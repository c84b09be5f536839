import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longTurns, type Server, type Settings, startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { comeIn, type Innocents, innocents } from './innocents.ts'

/** The real program with innocents in the middle of a match, for one file of attacks. */
export type Arena = {
  server: Server
  innocents: Innocents
  /** What `/metrics` says of a counter, of one of its labels if given; 0 when it has not counted yet. */
  metric(name: string, labels?: string): Promise<number>
}

/** Practice opponents that keep a match going quickly; no one loses a seat or an answer because the machine is slow. */
const lively: Settings = {
  ...patient,
  PRACTICE_FILL_MS: '200',
  PRACTICE_THINK_MIN_MS: '20',
  PRACTICE_THINK_MAX_MS: '60',
}

const metricOf =
  (url: string): Arena['metric'] =>
  async (name, labels = '') => {
    const body = await (await fetch(`${url}/metrics`)).text()
    const line = body.split('\n').find((one) => one.startsWith(`${name}${labels} `))
    return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')))
  }

/**
 * Starts the server once for a file, on PostgreSQL or, as it is shipped, embedded. After every attack the innocents are still connected and have been told all,
 * in order and with the right hashes; at the end they still play, newcomers are welcome, nothing was logged as an
 * error, and the process that was started is the one that stops, in order.
 */
export const arena = (settings: Settings, { embedded = false } = {}): (() => Arena) => {
  const postgres = testServer()
  let current: Arena | null = null
  const now = () => {
    if (!current) throw new Error('the server has not started')
    return current
  }
  beforeAll(async () => {
    const database: Settings = embedded ? {} : { DATABASE_URL: await postgres.fresh() }
    const server = await startServer({ ...lively, ...database, ...settings }, longTurns)
    current = { server, innocents: await innocents(server.url), metric: metricOf(server.url) }
    await current.innocents.playOn()
  })
  afterEach(() => {
    expect(now().innocents.problems()).toEqual([])
  })
  afterAll(async () => {
    const { server, innocents } = now()
    try {
      await innocents.playOn()
      const newcomer = await comeIn(server.url)
      newcomer.leave()
      const problems = innocents.problems()
      await innocents.leave()
      const log = await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8')
      const errors = log.split('\n').filter((line) => /^\S+ (error|fatal) /.test(line))
      expect({ problems, errors, code: await server.stop() }).toEqual({ problems: [], errors: [], code: 0 })
    } finally {
      await server.remove()
    }
  })
  return now
}
