import * as z from 'zod/mini'
import { lockDocument, lockHash, playerCommit, serverCommit } from '../fairness/index.ts'
import type { EventOf, GameEvent } from '../game/index.ts'
import { shardOfMatch } from '../shards/index.ts'
import {
  entryHash,
  eventsHash,
  type LogDocument,
  type LogEntry,
  type LogKind,
  noLog,
  readDocument,
  recordDocumentSchema,
} from './log.ts'
import { type Replayed, replay } from './replay.ts'
import { canonical, canVerify, signedSchema, verifySigned } from './signing.ts'

/** The steps of a check in their order, each explained in docs/fairness.md; `site` asks the server and needs a network. */
export const steps = [
  'form',
  'log',
  'commitment',
  'lock',
  'seeds',
  'order',
  'boards',
  'links',
  'moves',
  'payouts',
  'end',
  'signature',
  'site',
] as const
export type Step = (typeof steps)[number]

const recordSchema = signedSchema(recordDocumentSchema)
export type MatchRecord = z.infer<typeof recordSchema>
type Document = MatchRecord['document']

/** Where a step failed: an event of the match by its number from 1, or a line of the log by its position. */
export type Place = { event: number } | { position: number } | null

/** `skipped`: there is nothing of it in this match, or it can't be checked here. */
export type StepResult = { step: Step; outcome: 'holds' | 'fails' | 'skipped'; place: Place }

/** What a check came to. After a step that fails none is tried. */
export type Verdict = { record: MatchRecord | null; results: readonly StepResult[] }

export const failedStep = ({ results }: Pick<Verdict, 'results'>): StepResult | null =>
  results.find(({ outcome }) => outcome === 'fails') ?? null

/** A record from its text; null where it is not the canonical JSON of one. */
export const readRecord = (text: string): MatchRecord | null => {
  try {
    const parsed = z.safeParse(recordSchema, JSON.parse(text))
    return parsed.success && canonical(parsed.data) === text ? parsed.data : null
  } catch {
    return null
  }
}

type Check = true | false | 'skipped' | { fails: Place }

const failsAt = (place: Place) => ({ fails: place })

const find = <T extends GameEvent['type']>({ events }: Document, type: T) =>
  events.find((event): event is EventOf<T> => event.type === type)

const endOf = (document: Document) => find(document, 'Settled') ?? find(document, 'Voided')

/** The match's own line of a kind, with its document. */
const ownLine = <K extends LogKind>({ header, log }: Document, kind: K): LogDocument<K> | null => {
  for (const entry of log) {
    if (entry.kind !== kind) continue
    const document = readDocument(kind, entry.document)
    if (document && 'matchId' in document && document.matchId === header.matchId) return document
  }
  return null
}

/** What two lines of a chain must have between them. */
const follows = (before: LogEntry, after: LogEntry, prevLog: string): boolean => {
  if (after.position <= before.position) return false
  return after.position !== before.position + 1 || prevLog === before.hash
}

const checkLog = (document: Document): Check => {
  const { header, log } = document
  const shard = shardOfMatch(header.matchId)
  let before: LogEntry | null = null
  for (const entry of log) {
    const { kind, position } = entry
    const wrong = failsAt({ position })
    const line = readDocument(kind, entry.document)
    if (!line || canonical(line) !== entry.document) return wrong
    if (entry.shard !== shard || entryHash(kind, entry.document) !== entry.hash) return wrong
    if (before && !follows(before, entry, line.prevLog)) return wrong
    if ((position === 1) !== (line.prevLog === noLog)) return wrong
    if ('at' in line && line.at !== entry.at) return wrong
    before = entry
  }
  const opened = ownLine(document, 'opened')
  const own = opened && { ...header, gameId: opened.gameId, seats: opened.seats }
  if (!opened || !own || !ownLine(document, 'closed')) return false
  const { asset, gameId, matchId, rules, seats, serverCommit, stake } = opened
  const chain = opened.v === 3 ? { serverChain: opened.serverChain } : {}
  if (
    canonical({ asset, gameId, matchId, rules, seats, serverCommit, stake, ...chain }) !== canonical(header)
  )
    return false
  return (find(document, 'Locked') !== undefined) === (ownLine(document, 'locked') !== null)
}

const checkCommitment = (document: Document): Check => {
  const { matchId, serverCommit: commit } = document.header
  const end = endOf(document)
  return end !== undefined && serverCommit(matchId, end.serverSeed) === commit
}

/** Those who sat when the table was locked, in seat order. */
const seatedAtLock = ({ events }: Document): EventOf<'SeatTaken'>[] => {
  const seated = new Map<number, EventOf<'SeatTaken'>>()
  for (const event of events) {
    if (event.type === 'SeatTaken') seated.set(event.seat, event)
    if (event.type === 'SeatLeft') seated.delete(event.seat)
    if (event.type === 'Locked') break
  }
  return [...seated.values()].sort((a, b) => a.seat - b.seat)
}

const checkLock = (document: Document): Check => {
  const locked = find(document, 'Locked')
  if (!locked) return 'skipped'
  const seats = seatedAtLock(document).map(({ ref, commit, chain }) => ({ ref, commit, chain }))
  const text = lockDocument({ ...document.header, prevLog: locked.prevLog, seats })
  const line = ownLine(document, 'locked')
  return line !== null && canonical(line) === text && lockHash(text) === locked.lockHash
}

const beforeStart = ({ events }: Document): number => {
  const started = events.findIndex(({ type }) => type === 'Started')
  return started < 0 ? events.length : started
}

const checkSeeds = (document: Document, { wrong }: Replayed): Check => {
  const { header, events } = document
  const seated = seatedAtLock(document)
  for (const [index, event] of events.entries()) {
    if (event.type !== 'SeedRevealed') continue
    const owner = seated.find(({ seat }) => seat === event.seat)
    if (!owner || playerCommit(header.matchId, owner.ref, event.seed) !== owner.commit)
      return failsAt({ event: index + 1 })
  }
  const isHere = wrong !== null && wrong <= beforeStart(document) && events[wrong - 1]?.type !== 'Voided'
  return isHere ? failsAt({ event: wrong }) : true
}

/** The first event of these types that the replay did not come to. */
const checkEvents =
  (...types: readonly GameEvent['type'][]) =>
  (document: Document, { wrong }: Replayed): Check => {
    if (!find(document, 'Started')) return 'skipped'
    const event = wrong === null ? undefined : document.events[wrong - 1]
    return event && types.includes(event.type) ? failsAt({ event: wrong ?? 0 }) : true
  }

type CheckOf = (document: Document, replayed: Replayed) => Check

/** A check of sealed tables alone, or of all others. */
const where =
  (sealed: boolean, check: CheckOf): CheckOf =>
  (document, replayed) =>
    (document.header.rules.sealed === true) === sealed ? check(document, replayed) : 'skipped'

const checkPayouts = (document: Document, { wrong }: Replayed): Check =>
  wrong === null ? true : failsAt({ event: Math.min(wrong, document.events.length) })

const checkEnd = (document: Document): Check => {
  const line = ownLine(document, 'closed')
  const end = endOf(document)
  if (!line || !end || end !== document.events.at(-1)) return false
  const outcome = end.type === 'Settled' ? 'settled' : 'voided'
  if (line.outcome !== outcome || line.reason !== end.reason || line.serverSeed !== end.serverSeed)
    return false
  if (line.v === 1) return true
  const seeds = find(document, 'Locked') ? seatedAtLock(document).map(seedIn(document)) : []
  const isWhole = line.events === null || line.events === eventsHash(document.events)
  return isWhole && line.at === end.at && canonical(line.seeds) === canonical(seeds)
}

const seedIn =
  ({ events }: Document) =>
  ({ seat }: { seat: number }): string | null =>
    events.find(
      (event): event is EventOf<'SeedRevealed'> => event.type === 'SeedRevealed' && event.seat === seat,
    )?.seed ?? null

const checks: readonly (readonly [Step, CheckOf])[] = [
  ['log', checkLog],
  ['commitment', checkCommitment],
  ['lock', checkLock],
  ['seeds', checkSeeds],
  ['order', checkEvents('Started')],
  ['boards', where(false, checkEvents('BoardBegun'))],
  ['links', where(true, checkEvents('TilePicked', 'LinkRevealed', 'TileOpened'))],
  [
    'moves',
    checkEvents(
      'BoardBegun',
      'TilePicked',
      'LinkRevealed',
      'TileOpened',
      'TurnStarted',
      'SeatOut',
      'ClockCompensated',
      'SeatTaken',
      'SeatLeft',
      'Locked',
      'SeedRevealed',
    ),
  ],
  ['payouts', checkPayouts],
  ['end', checkEnd],
]

const resultOf = (step: Step, check: Check): StepResult => {
  if (typeof check === 'object') return { step, outcome: 'fails', place: check.fails }
  return { step, outcome: check === 'skipped' ? check : check ? 'holds' : 'fails', place: null }
}

/** All steps but the signature's and the site's, until one fails. */
export const verifyDocument = (document: Document): StepResult[] => {
  const results: StepResult[] = []
  const replayed = replay(document.header, document.events, endOf(document)?.serverSeed ?? '')
  for (const [step, check] of checks) {
    const result = resultOf(step, check(document, replayed))
    results.push(result)
    if (result.outcome === 'fails') break
  }
  return results
}

/** Checks the text of a record, with nothing else at hand. */
export const verifyRecord = async (text: string): Promise<Verdict> => {
  const record = readRecord(text)
  if (!record) return { record, results: [resultOf('form', false)] }
  const results = [resultOf('form', true), ...verifyDocument(record.document)]
  if (!failedStep({ results }))
    results.push(resultOf('signature', canVerify() ? await verifySigned('record', record) : 'skipped'))
  return { record, results }
}
