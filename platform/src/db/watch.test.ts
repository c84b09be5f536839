import { createLogger, silentLogger, withRequestId } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import { patient } from './testing.ts'
import { pgliteTemplate } from './testing-pglite.ts'
import { testServer } from './testing-server.ts'
import { watchDatabase } from './watch.ts'

const server = testServer()
const opened: Database[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
})

const watched = (slowMs: number) => {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'warn',
    format: 'json',
    to: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const metrics = new Registry()
  const watch = watchDatabase({ log, metrics, slowMs })
  const value = async (name: string, labels: Record<string, string>) => {
    const text = await metrics.getSingleMetricAsString(name.replace(/_count$/, ''))
    const shown = Object.entries(labels).map(([label, is]) => `${label}="${is}"`)
    const line = text.split('\n').find((one) => one.startsWith(`${name}{${shown.join()}}`))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  return { lines, watch, value }
}

const engines = [
  [
    'PGlite',
    async (watch: ReturnType<typeof watchDatabase>) =>
      openEmbedded({ template: await pgliteTemplate(), log: silentLogger(), watch }),
  ],
  [
    'PostgreSQL',
    async (watch: ReturnType<typeof watchDatabase>) =>
      openServer({ url: await server.fresh(), log: silentLogger(), ...patient, watch }),
  ],
] as const

describe.each(engines)('a watched database on %s', (_, openWatched) => {
  it('counts statements and waits by lane, and what failed by whose fault it was', async () => {
    const { watch, value } = watched(0)
    const db = await openWatched(watch)
    opened.push(db)
    const count = () => value('minefall_database_statement_seconds_count', { lane: 'main' })
    const before = (await count()) ?? 0
    await db.query('select 1')
    await db.transaction((tx) => tx.query('select 2'))
    expect(await count()).toBe(before + 4)
    await db.journal.query('select 3')
    expect(await value('minefall_database_statement_seconds_count', { lane: 'journal' })).toBe(1)
    expect(await value('minefall_database_wait_seconds_count', { lane: 'journal' })).toBe(1)
    await expect(db.query('selec 1')).rejects.toThrow()
    await expect(
      db.query("do $$ begin raise exception 'full' using errcode = '53100'; end $$"),
    ).rejects.toThrow()
    const failed = (kind: string) => value('minefall_database_failures_total', { lane: 'main', kind })
    expect([await failed('refused'), await failed('unavailable')]).toEqual([1, 1])
  })

  it('logs a slow statement with the request that it was for, and nothing of its values', async () => {
    const { watch, lines } = watched(10)
    const db = await openWatched(watch)
    opened.push(db)
    lines.length = 0
    const work = () => db.query('select pg_sleep($1::float8),\n  $2::text as word', [0.02, 'private'])
    await withRequestId('asked-1', work)
    expect(lines).toMatchObject([
      {
        level: 'warn',
        msg: 'a statement was slow',
        lane: 'main',
        requestId: 'asked-1',
        statement: 'select pg_sleep($1::float8), $2::text as word',
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('private')
  })
})

describe('a watched server', () => {
  it('tells how many of its sessions are in use, idle, and waited for', async () => {
    const { watch, value } = watched(0)
    const db = await openServer({ url: await server.fresh(), log: silentLogger(), connections: 2, watch })
    opened.push(db)
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const all = Array.from({ length: 3 }, () => db.transaction(() => held))
    const states = async () =>
      Promise.all(
        ['used', 'waiting'].map((state) => value('minefall_database_sessions', { lane: 'main', state })),
      )
    await expect.poll(states).toEqual([2, 1])
    go()
    await Promise.all(all)
    expect(await states()).toEqual([0, 0])
    expect(await value('minefall_database_sessions', { lane: 'main', state: 'idle' })).toBe(2)
  })
})
