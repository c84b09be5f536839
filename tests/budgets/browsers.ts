import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { chromium, type Engine, firefox } from '../browsers/engines.ts'
import { pageOf } from '../browsers/page.ts'
import type { Remote } from '../browsers/remote.ts'
import { watchBoard } from './play.ts'
import { median, pairs, percentile } from './trace.ts'

/** How much of one core all processes of a browser get together. */
const share = 0.25
/** The share is kept in each of these, in microseconds: much shorter than a frame, or the browser would run in bursts. */
const periodUs = 10_000
/** How often each browser is started, loads Home and plays a match; the browsers take turns. */
const rounds = 3
/** How long a browser needs to finish its start-up work, and a loaded page to paint what is left, in milliseconds. */
const settledMs = 5_000

const phone = { name: 'phone', width: 390, height: 844, isTouched: true }

/** A control group of Linux, old or new, whose processes can be held to a share of one core. Only root may make one. */
const openGroup = async () => {
  const top = '/sys/fs/cgroup'
  const isNew = existsSync(join(top, 'cgroup.controllers'))
  const folder = join(top, isNew ? '' : 'cpu', `minefall-${process.pid}`)
  await mkdir(folder)
  const set = (name: string, value: string) => writeFile(join(folder, name), value)
  const isEmpty = async () => (await readFile(join(folder, 'cgroup.procs'), 'utf8')) === ''
  return {
    isEmpty,
    /** Runs the program that follows it in the group. */
    enter: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')],
    async hold() {
      const quota = `${share * periodUs}`
      if (isNew) return set('cpu.max', `${quota} ${periodUs}`)
      await set('cpu.cfs_period_us', `${periodUs}`)
      await set('cpu.cfs_quota_us', quota)
    },
    letGo: () => (isNew ? set('cpu.max', 'max') : set('cpu.cfs_quota_us', '-1')),
    /** Once the last process, which may outlive its browser a little, has gone. */
    async remove() {
      while (!(await isEmpty())) await delay(50)
      await rmdir(folder)
    },
  }
}
type Group = Awaited<ReturnType<typeof openGroup>>

/** Runs in the loaded page: milliseconds from the navigation to what was painted. */
const paints = async (settledMs: number) => {
  let lcpMs = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) lcpMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  await new Promise((resolve) => setTimeout(resolve, settledMs))
  return { fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime, lcpMs }
}
const paintsSchema = z.object({ fcpMs: z.number(), lcpMs: z.number().positive() })

/** Runs in the page: waits for the player's turn and opens a tile as a key does; answers false when the match is over. */
const playTurn = async () => {
  const isOver = () => document.querySelector('[role=dialog]')?.textContent?.includes('View board')
  const mine = () =>
    [...document.querySelectorAll('[role=timer]')].some(({ textContent }) =>
      textContent?.includes('Your turn'),
    )
  const until = async (isSo: () => unknown) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const closed = '[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]'
  await until(() => isOver() || (mine() && document.querySelector(closed)))
  if (isOver()) return false
  const tile = [...document.querySelectorAll<HTMLElement>(closed)].at(-1)
  performance.mark('tap')
  tile?.click()
  await until(() => isOver() || !mine())
  return true
}

const marks = () =>
  performance.getEntriesByType('mark').map(({ name, startTime }) => ({ name, ts: startTime }))
const marksSchema = z.array(z.object({ name: z.string(), ts: z.number() }))

/** What a browser took for each thing, in milliseconds. */
type Taken = Record<'fcp' | 'lcp' | 'taps' | 'facts', number[]>

/** Loads Home with nothing cached, and plays a trial. */
const measureIn = async (browser: Remote, url: string, taken: Taken) => {
  const page = pageOf(browser)
  await page.go(url)
  const { fcpMs, lcpMs } = paintsSchema.parse(await page.run(paints, settledMs))
  taken.fcp.push(fcpMs)
  taken.lcp.push(lcpMs)
  await page.run(watchBoard)
  await page.press('pressable', /^Play a trial/)
  while (await page.run(playTurn));
  const seen = marksSchema.parse(await page.run(marks))
  const between = (from: string, proof: string) =>
    pairs(seen, { from, to: 'drawn', proof }).map(([began, ended]) => ended.ts - began.ts)
  taken.taps.push(...between('tap', 'pending'))
  taken.facts.push(...between('message', 'opened'))
}

/** Starts a browser at full speed, and then holds it to its share. */
const measureOnce = async (engine: Engine, url: string, group: Group, taken: Taken) => {
  const browser = await engine.start(phone, group.enter)
  try {
    await browser.ask('go', { url: `${url}/readyz` })
    await delay(settledMs)
    await group.hold()
    await measureIn(browser, url, taken)
    // Who looks after the machine's groups may have moved it.
    if (await group.isEmpty()) throw new Error(`${engine.name} was not held to its share`)
  } finally {
    await group.letGo()
    await browser.end()
  }
}

/** Prints what Chromium and Firefox take for a first load and a match with a quarter of a core, and their ratios. */
export const compareBrowsers = async (url: string): Promise<void> => {
  const sides = [chromium, firefox].map((engine) => {
    const taken: Taken = { fcp: [], lcp: [], taps: [], facts: [] }
    return { engine, taken }
  })
  const missing = sides.flatMap(({ engine }) => engine.missing())
  if (missing.length > 0)
    throw new Error(`apt-get install ${sides.map(({ engine }) => engine.packages).join(' ')}`)
  const group = await openGroup()
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const { engine, taken } of sides) {
        await measureOnce(engine, url, group, taken)
        console.log(`${engine.name}: ${JSON.stringify(taken)}, load ${loadavg()[0]?.toFixed(1)}`)
      }
  } finally {
    await group.remove()
  }
  const tell = (what: string, of: (taken: Taken) => number) => {
    const [ours = Number.NaN, theirs = Number.NaN] = sides.map(({ taken }) => of(taken))
    console.log(
      `${what.padEnd(40)} ${ours.toFixed(0)} ms  ${theirs.toFixed(0)} ms  ${(theirs / ours).toFixed(2)}×`,
    )
  }
  console.log(`With ${100 * share} % of a core: Chromium, Firefox, and the second by the first`)
  tell('first paint with content (median)', ({ fcp }) => median(fcp))
  tell('LCP (median)', ({ lcp }) => median(lcp))
  tell('a press to its frame (median)', ({ taps }) => median(taps))
  tell('a press to its frame (p95)', ({ taps }) => percentile(taps, 0.95))
  tell('an opening to its frame (median)', ({ facts }) => median(facts))
  tell('an opening to its frame (p95)', ({ facts }) => percentile(facts, 0.95))
}
