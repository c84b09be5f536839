import { createLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { startReconciling } from './index.ts'
import { newPlayer, startedMatch } from './testing.ts'

const everyMs = 3_600_000
const lineSchema = z.object({
  level: z.string(),
  msg: z.string(),
  alarm: z.string().optional(),
  finding: z.string().optional(),
})

describeDatabase('the reconciliation on its own', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await newPlayer(db, 'coin', 1_000n)
    await startedMatch(db)
  })

  beforeEach(async () => {
    await db.query('update ledger_check set begun_at = null, checked_at = null')
  })

  const begin = (sql: Sql, every = everyMs) => {
    const clock = manualClock()
    const lines: z.infer<typeof lineSchema>[] = []
    const log = createLogger({
      level: 'info',
      format: 'json',
      to: { write: (line) => void lines.push(lineSchema.parse(JSON.parse(line))) },
    })
    const metrics = new Registry()
    const stop = startReconciling({ db: sql, clock, log, metrics, everyMs: every })
    const metric = async (name: string) => {
      const { values } = (await metrics.getMetricsAsJSON()).find((one) => one.name === name) ?? { values: [] }
      return values[0]?.value
    }
    return { clock, lines, metric, stop, metrics }
  }

  /** Makes coins out of nothing, or takes them back, as only someone who is past the database's own guards can. */
  const tamper = (coins: number) =>
    db.transaction(async (tx) => {
      await tx.query('alter table account disable trigger user')
      await tx.query(`update account set posted = posted + $1 where kind = 'player' and asset = 'coin'`, [
        coins,
      ])
      await tx.query('alter table account enable trigger user')
    })

  it('comes an interval after the start, and again an interval after its end', async () => {
    const at = begin(db)
    await at.clock.advance(everyMs - 1)
    expect([at.lines, await at.metric('minefall_ledger_checked_seconds')]).toEqual([[], 0])
    for (const round of [1, 2]) {
      await at.clock.advance(round === 1 ? 1 : everyMs)
      await expect.poll(() => at.lines.length).toBe(round)
      expect(at.lines.at(-1)).toEqual({ level: 'info', msg: 'the ledger is in order' })
      expect(await at.metric('minefall_ledger_checked_seconds')).toBe(at.clock.now() / 1_000)
      expect(await at.metric('minefall_ledger_findings')).toBe(0)
      await expect.poll(() => at.clock.pending()).toBe(1)
    }
    await at.stop()
    expect(at.clock.pending()).toBe(0)
  })

  it('tells each finding as an error with an alarm, and how many there are', async () => {
    const at = begin(db)
    await tamper(5)
    await at.clock.advance(everyMs)
    await expect.poll(() => at.lines.at(-1)?.msg).toBe('the reconciliation of the ledger found something')
    expect(at.lines.every(({ level, alarm }) => level === 'error' && alarm === 'ledger')).toBe(true)
    const findings = at.lines.flatMap(({ finding }) => finding ?? [])
    expect(findings).toContainEqual(expect.stringMatching(/1005 posted, but its entries sum to 1000/))
    expect(await at.metric('minefall_ledger_findings')).toBe(findings.length)
    await tamper(-5)
    await expect.poll(() => at.clock.pending()).toBe(1)
    await at.clock.advance(everyMs)
    await expect.poll(() => at.lines.at(-1)?.msg).toBe('the ledger is in order')
    expect(await at.metric('minefall_ledger_findings')).toBe(0)
    await at.stop()
  })

  it('that fails is logged and counted, and comes again', async () => {
    let failing = true
    const sql: Sql = {
      query: (...asked) => (failing ? Promise.reject(new Error('no database')) : db.query(...asked)),
    }
    const at = begin(sql)
    await at.clock.advance(everyMs)
    await expect.poll(() => at.clock.pending()).toBe(1)
    expect(at.lines).toEqual([{ level: 'error', msg: 'the ledger could not be reconciled', alarm: 'ledger' }])
    expect(await at.metric('minefall_ledger_check_failures_total')).toBe(1)
    expect(await at.metric('minefall_ledger_checked_seconds')).toBe(0)
    failing = false
    await at.clock.advance(everyMs)
    await expect.poll(() => at.lines.at(-1)?.msg).toBe('the ledger is in order')
    await at.stop()
  })

  it('is one at a time, told how long it took, and stops between two rules', async () => {
    const held: (() => void)[] = []
    let asked = 0
    const sql: Sql = {
      async query(...statement) {
        asked++
        if (asked === 1) await new Promise<void>((resolve) => held.push(resolve))
        return db.query(...statement)
      },
    }
    const at = begin(sql)
    await at.clock.advance(everyMs)
    // Three intervals long, and nothing else begins in the meantime.
    await at.clock.advance(3 * everyMs)
    expect([asked, at.clock.pending()]).toEqual([1, 0])
    held.shift()?.()
    await expect.poll(() => at.lines.length).toBe(1)
    expect(await at.metric('minefall_ledger_check_duration_seconds')).toBe((3 * everyMs) / 1_000)
    await expect.poll(() => at.clock.pending()).toBe(1)

    asked = 0
    await at.clock.advance(everyMs)
    const stopped = at.stop()
    held.shift()?.()
    await stopped
    // The turn was taken, and given back.
    expect([asked, at.lines.length, at.clock.pending()]).toEqual([2, 1, 0])
  })

  it('is done once by nodes that share a database, and told by all of them', async () => {
    const nodes = [begin(db), begin(db), begin(db)]
    const linesOf = () => nodes.flatMap(({ lines }) => lines)
    for (const round of [1, 2]) {
      await Promise.all(nodes.map(({ clock }) => clock.advance(everyMs)))
      for (const { clock } of nodes) await expect.poll(() => clock.pending()).toBe(1)
      expect(linesOf()).toEqual(Array(round).fill({ level: 'info', msg: 'the ledger is in order' }))
      for (const { metric, clock } of nodes)
        expect(await metric('minefall_ledger_checked_seconds')).toBe(clock.now() / 1_000)
    }
    for (const { stop } of nodes) await stop()
  })

  it('is taken over by another node where the one that began it has died', async () => {
    const [dying, other] = [begin(db), begin(db)]
    const beganAt = dying.clock.now() + everyMs
    await db.query('update ledger_check set begun_at = $1', [new Date(beganAt)])
    await other.clock.advance(everyMs + 1)
    await expect.poll(() => other.clock.pending()).toBe(1)
    expect(other.lines).toEqual([])
    await other.clock.advance(everyMs)
    await expect.poll(() => other.lines).toEqual([{ level: 'info', msg: 'the ledger is in order' }])
    for (const { stop } of [dying, other]) await stop()
  })

  it('is left to the command with an interval of 0', async () => {
    const at = begin(db, 0)
    expect(at.clock.pending()).toBe(0)
    expect(await at.metrics.getMetricsAsJSON()).toEqual([])
    await at.stop()
  })
})
