import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestStaff } from '@minefall/platform/testing-staff'
import { ownSkillSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { bearer, get, signInByCode } from '../harness/accounts.ts'
import { openDesk } from '../harness/desk.ts'
import type { BaselineServer, LoadOptions } from './arguments.ts'
import { type Child, startChild } from './child.ts'
import { type Desk, openLiveDesk } from './desk.ts'
import { measureIdle, measureInTurn, type Place } from './measure.ts'
import type { Memory } from './probe.ts'
import { apart, type Beside, hasProc } from './processor.ts'
import { type Report, type Rival, ratiosOf, summaryOf, wrongsOf } from './report.ts'
import { programs } from './repository.ts'
import { loadTable, raisedSettings, sealedTable, stakeOnTv, startServer } from './server.ts'
import { baselineSide, ourSide, type Side } from './sides.ts'
import { noteWrong, wrongs } from './tally.ts'
import { type Audience, measureOnTv, openAudience } from './tv.ts'
import { measureWatched } from './watching.ts'

/** Where a run's profile is written. */
export const profileFile = (folder: string): string => join(resolve(folder), 'server.cpuprofile')

/** Files besides sockets that a process of ours has open. */
const otherFiles = 200

const refuseTooManySockets = (sockets: number) => {
  let limits = ''
  try {
    limits = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return
  }
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  if (allowed !== undefined && sockets + otherFiles > Number(allowed))
    throw new Error(`${sockets} sockets need more open files than the ${allowed} allowed; raise ulimit -n.`)
}

const trialTable = 'mines-trial'
const listed = z.object({ data: z.array(z.object({ gameId: z.string() })) })

/** The table to play: the load's own where the server has it. */
const tableAt = async (url: string, { asShipped }: LoadOptions): Promise<string> => {
  if (asShipped) return trialTable
  const { data } = listed.parse(await (await fetch(`${url}/api/game/list`)).json())
  return data.some(({ gameId }) => gameId === loadTable) ? loadTable : trialTable
}

/** What a seated socket takes, and how it came to sit. */
const enter = async (
  { name, side }: Place,
  child: Child | null,
  tell: (line: string) => void,
): Promise<Memory | null> => {
  const before = await child?.memory()
  let told = 0
  await side.enter((sockets) => {
    if (performance.now() - told < 1000) return
    told = performance.now()
    tell(`${name}: ${sockets} of ${side.sockets} sockets seated`)
  })
  const after = await child?.memory()
  return before && after
    ? {
        heap: (after.heap - before.heap) / side.sockets,
        resident: (after.resident - before.resident) / side.sockets,
      }
    : null
}

/** Where ours is played, and what is played in turn with it. */
type Started = {
  ours: { url: string; child: Child | null; databasePid: number | null; staff: TestStaff | null }
  baselines: { name: BaselineServer | 'guests'; child: Child; databasePid: number | null }[]
  stop(): Promise<void>
}

const startAll = async (options: LoadOptions, beside: Beside): Promise<Started> => {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops) await end()
  }
  try {
    const baselines: Started['baselines'] = []
    for (const name of options.baselines) {
      if (name === 'sealed') continue
      const child = await startChild(programs.baseline, { BASELINE: name })
      stops.push(child.stop)
      baselines.push({ name, child, databasePid: null })
    }
    if (options.judged) {
      const { child, databasePid, stop } = await startServer(options, beside)
      stops.push(stop)
      baselines.push({ name: 'guests', child, databasePid })
    }
    if (options.url !== null)
      return { ours: { url: options.url, child: null, databasePid: null, staff: null }, baselines, stop }
    const server = await startServer(options, beside)
    stops.push(server.stop)
    return { ours: { url: server.child.url, ...server }, baselines, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const signingInAtOnce = 25

/** Signs in one account for each socket; resolves with their tokens. */
const signInAll = async (url: string, sockets: number, tell: (line: string) => void): Promise<string[]> => {
  const signIn = async () => {
    const contact = `${randomBytes(8).toString('hex')}@load.example`
    return (await signInByCode(url, { contact, deviceId: randomBytes(16).toString('hex') })).token
  }
  const tokens: string[] = []
  while (tokens.length < sockets) {
    const next = Math.min(signingInAtOnce, sockets - tokens.length)
    tokens.push(...(await Promise.all(Array.from({ length: next }, signIn))))
    tell(`minefall: ${tokens.length} of ${sockets} signed in`)
  }
  return tokens
}

/** How many seats of these accounts have been judged. */
const countJudged = async (url: string, tokens: readonly string[]): Promise<number> => {
  let judged = 0
  for (const token of tokens) {
    const { data } = await get(url, 'user/skill', bearer(token))
    judged += ownSkillSchema.parse(data).all.matches
  }
  return judged
}

/** One whole run; `tell` gets a line each second. */
export const runLoad = async (options: LoadOptions, tell: (line: string) => void): Promise<Report> => {
  refuseTooManySockets(5 * options.matches * (1 + options.baselines.length) + options.watchers)
  const { started, cores } = await apart((beside) => startAll(options, beside))
  const { ours, baselines } = started
  const places: Place[] = []
  let desk: Desk | null = null
  let audience: Audience | null = null
  const place = async (name: string, side: Side, child: Child | null, database: number | null) => {
    const processes = { server: child?.pid ?? null, database }
    const seated: Place = { name, side, processes, turns: [] }
    places.push(seated)
    return { ...seated, child, memory: await enter(seated, child, tell) }
  }
  try {
    const gameId = await tableAt(ours.url, options)
    const isOnTv = options.watchers > 0
    const tokens = options.judged || isOnTv ? await signInAll(ours.url, 5 * options.matches, tell) : undefined
    const own = await place(
      'minefall',
      ourSide(ours.url, gameId, { ...options, tokens, ...(isOnTv ? { stake: stakeOnTv } : {}) }),
      ours.child,
      ours.databasePid,
    )
    const theirs: (typeof own & { baseline: Rival })[] = []
    for (const { name, child, databasePid } of baselines) {
      const side =
        name === 'guests' ? ourSide(child.url, gameId, options) : baselineSide(child.url, name, options)
      theirs.push({ baseline: name, ...(await place(name, side, child, databasePid)) })
    }
    if (options.baselines.includes('sealed')) {
      const side = ourSide(ours.url, sealedTable, options)
      theirs.push({ baseline: 'sealed', ...(await place('sealed', side, ours.child, ours.databasePid)) })
    }
    for (const { child } of [own, ...theirs]) await child?.pauses()
    if (options.profile !== null) await ours.child?.startProfile()
    if (ours.staff) desk = await openLiveDesk(ours.url, (await openDesk(ours.url, ours.staff)).token)
    const watching = desk && (await measureWatched({ ...own, desk, options, tell }))
    if (isOnTv) audience = await openAudience(ours.url, options.watchers, own.side.tally, tell)
    const onTv = audience && (await measureOnTv({ ...own, audience, options, tell }))
    if (options.idle) await measureIdle(places, options, tell)
    else if (!watching && !onTv) await measureInTurn(places, options, tell)
    if (options.profile !== null) await ours.child?.endProfile(profileFile(options.profile))
    const isOursMeasured = hasProc && ours.child !== null
    const kept = async ({ memory, child }: typeof own) => ({
      memory,
      pauses: (await child?.pauses()) ?? null,
    })
    const judged = options.judged && tokens ? await countJudged(ours.url, tokens) : null
    if (judged === 0) noteWrong(own.side.tally, wrongs.idle, 'no match was judged')
    const playedBaselines = []
    for (const { baseline, ...their } of theirs)
      playedBaselines.push({
        name: baseline,
        summary: summaryOf(their.turns, await kept(their), hasProc),
        ratios: options.idle ? null : ratiosOf(own.turns, their.turns, isOursMeasured),
      })
    return {
      options,
      cores,
      raised: options.url === null ? raisedSettings(options) : {},
      ours: summaryOf(own.turns, await kept(own), isOursMeasured),
      baselines: playedBaselines,
      judged,
      watching,
      onTv,
      wrong: wrongsOf(places.map(({ side }) => side.tally)),
    }
  } finally {
    desk?.close()
    audience?.leave()
    for (const { side } of places) side.leave()
    await started.stop()
  }
}
