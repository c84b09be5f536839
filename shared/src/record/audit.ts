import * as z from 'zod/mini'
import type { MatchId } from '../rules/index.ts'
import { shardCount } from '../shards/index.ts'
import { boardShard, boardsSchema, followBoards, noBoards, unopenedDays } from './boards.ts'
import { lockOpenMost, nothingWalked, shareOf, type Walked, walkLog } from './chain.ts'
import { type ReadSite, readPublishedKeys } from './keys.ts'
import { headsAgeMost, headsSchema, readDocument, type ShownLine, shownLineSchema } from './log.ts'
import { signedSchema, verifySigned } from './signing.ts'
import { failedStep, verifyRecord } from './verify.ts'

const linesAnswer = z.object({ data: z.object({ entries: z.array(shownLineSchema) }) })
const headsAnswer = z.object({ data: z.nullable(signedSchema(headsSchema)) })

/** What an audit keeps for the next one: how far it walked, matches that were locked and not closed, boards of days. */
export const auditStateSchema = z.object({
  boards: z.optional(boardsSchema),
  shards: z.array(z.object({ position: z.int(), hash: z.string(), open: z.record(z.string(), z.number()) })),
})
export type AuditState = z.infer<typeof auditStateSchema>

const emptyAudit: AuditState = {
  shards: Array.from({ length: shardCount }, () => ({ ...nothingWalked, open: {} })),
}

export type AuditOptions = {
  read: ReadSite
  /** The text of the record of a match. */
  readRecord(matchId: MatchId): Promise<string>
  before?: AuditState
  /** Milliseconds since 1970. */
  now: number
  /** The share of voids, from 0 to 1, that is a finding once the whole 95 % interval is above it. */
  voidsMost: number
}

export type Audit = { findings: string[]; matches: number; locks: number; voided: number; state: AuditState }

const hourMs = 3_600_000

/** Ends of chains that were signed: by shard, then by position. */
type Pins = Map<number, string>[]

/**
 * Walks every log of a site from where the last audit ended, checks each match that was closed since, and the heads that
 * the site signed now and once an hour. Rejects where the site does not answer.
 */
export const auditSite = async (options: AuditOptions): Promise<Audit> => {
  const { read, readRecord, before = emptyAudit, now, voidsMost } = options
  const findings: string[] = []
  const say = (finding: string) => void findings.push(finding)
  const known = await readPublishedKeys(read)
  const pins: Pins = Array.from({ length: shardCount }, () => new Map())

  /** Those of now, or of the hour that begins then. */
  const takeHeads = async (hour?: number): Promise<void> => {
    const query = hour === undefined ? '' : `?hour=${hour}`
    const { data } = headsAnswer.parse(await read(`/api/fairness/heads${query}`))
    if (!data) return
    const { at } = data.document
    const where = `heads of ${new Date(at).toISOString()}`
    if (hour === undefined && now - at >= headsAgeMost)
      say(`${where}: asked for now, and ${Math.floor((now - at) / 60_000)} minutes old`)
    if (hour !== undefined && Math.floor(at / hourMs) * hourMs !== hour)
      say(`${where}: shown as those of the hour from ${new Date(hour).toISOString()}`)
    if (!known.has(data.key) || !(await verifySigned('heads', data)))
      say(`${where}: not signed by a published key`)
    for (const { shard, position, hash } of data.document.heads) {
      const other = pins[shard]?.get(position)
      if (other !== undefined && other !== hash) say(`${where}: log ${shard} has two lines ${position}`)
      pins[shard]?.set(position, hash)
    }
  }

  let [matches, locks, voided] = [0, 0, 0]
  let began = now
  const state: AuditState = { boards: before.boards ?? noBoards, shards: [] }
  const checkMatch = async (matchId: MatchId, where: string) => {
    const verdict = await verifyRecord(await readRecord(matchId))
    matches += 1
    const failed = failedStep(verdict)
    if (failed) say(`${where}: match ${matchId} fails at ${failed.step}`)
    else if (verdict.record && !known.has(verdict.record.key))
      say(`${where}: match ${matchId} is signed by a strange key`)
  }
  const follow = async (lines: readonly ShownLine[], open: Record<string, number>) => {
    for (const { at, document, kind, position, shard } of lines) {
      const where = `log ${shard}, line ${position}`
      const locked = kind === 'locked' && document !== null && readDocument('locked', document)
      const closed = kind === 'closed' && document !== null && readDocument('closed', document)
      began = Math.min(began, at)
      if (locked) open[locked.matchId] = at
      if (!closed) continue
      const lockedAt = open[closed.matchId]
      if (lockedAt !== undefined && at - lockedAt > lockOpenMost)
        say(`${where}: match ${closed.matchId} was open for too long`)
      delete open[closed.matchId]
      // A private table's lock is shown when it is over.
      if (closed.v === 1 ? lockedAt !== undefined : closed.seeds.length > 0) {
        locks += 1
        if (closed.outcome === 'voided') voided += 1
      }
      await checkMatch(closed.matchId, where)
    }
  }

  await takeHeads()
  const ends = pins.map((pin) => Math.max(0, ...pin.keys()))
  const told: { shard: number; position: number; hash: string }[] = []
  for (const [shard, from] of before.shards.entries()) {
    const open = { ...from.open }
    let walked: Walked = { position: from.position, hash: from.hash }
    const end = ends[shard] ?? 0
    if (end < walked.position) say(`log ${shard}: had ${walked.position} lines before, now ${end}`)
    while (walked.position < end) {
      const asked = `/api/fairness/log?shard=${shard}&after=${walked.position}`
      const { entries } = linesAnswer.parse(await read(asked)).data
      if (entries.length === 0) {
        say(`log ${shard}: ends at ${walked.position}, the signed heads say ${end}`)
        break
      }
      const walk = walkLog(walked, entries)
      for (const { position, finding } of walk.findings) say(`log ${shard}, line ${position}: ${finding}`)
      await follow(entries, open)
      if (shard === boardShard) {
        const followed = followBoards(state.boards ?? noBoards, entries)
        for (const { position, finding } of followed.findings)
          say(`log ${shard}, line ${position}: ${finding}`)
        state.boards = followed.boards
      }
      for (const { position, hash } of entries) told.push({ shard, position, hash })
      walked = walk.walked
    }
    for (const [matchId, at] of Object.entries(open))
      if (now - at > lockOpenMost) say(`log ${shard}: match ${matchId} is still open`)
    state.shards.push({ ...walked, open })
  }
  for (const day of unopenedDays(state.boards ?? noBoards, now)) say(`the board of ${day} is not opened`)
  for (let hour = Math.floor(began / hourMs) * hourMs; hour <= now; hour += hourMs) await takeHeads(hour)
  for (const { shard, position, hash } of told) {
    const pinned = pins[shard]?.get(position)
    if (pinned !== undefined && pinned !== hash)
      say(`log ${shard}, line ${position}: not the one that was signed`)
  }
  const share = shareOf(voided, locks)
  if (share && share.from > voidsMost)
    say(`${voided} of ${locks} locked matches were voided: ${(share.from * 100).toFixed(1)} % at least`)
  return { findings, matches, locks, voided, state }
}
