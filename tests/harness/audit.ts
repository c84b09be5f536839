import { isDeepStrictEqual } from 'node:util'
import { checkLedger, type Sql } from '@minefall/platform'
import {
  emptyHash,
  eventSchema,
  evolve,
  type GameEvent,
  initialState,
  type MatchId,
  type MatchState,
  matchHeaderSchema,
  matchIdSchema,
  rollHash,
  rulesSchema,
  view,
  viewEvent,
} from '@minefall/shared/game'
import { entryHash, logKinds } from '@minefall/shared/record'
import { z } from 'zod'
import type { Steadfast } from './steadfast.ts'

const decisionSchema = z.object({
  match_id: matchIdSchema,
  seq: z.int(),
  command_id: z.string().nullable(),
  events: z.array(eventSchema).min(1),
})
type Decision = z.infer<typeof decisionSchema>

const matchSchema = z.object({
  id: matchIdSchema,
  shard: z.int(),
  phase: z.string(),
  game_id: z.string(),
  asset: z.string(),
  stake: z.bigint(),
  seats: z.int(),
  rules: rulesSchema,
  server_commit: z.string(),
})

const entrySchema = z.object({
  shard: z.int(),
  position: z.int(),
  kind: z.enum(logKinds),
  match_id: z.string().nullable(),
  document: z.string(),
  hash: z.string(),
})

/** A match as its journal tells it, folded here and by no one else. */
type Told = {
  state: MatchState
  hash: string
  events: GameEvent[]
  decisions: Decision[]
  phase: string
  holes: string[]
}

const tell = (row: z.infer<typeof matchSchema>, decisions: Decision[]): Told => {
  const header = matchHeaderSchema.parse({
    matchId: row.id,
    gameId: row.game_id,
    asset: row.asset,
    stake: String(row.stake),
    seats: row.seats,
    rules: row.rules,
    serverCommit: row.server_commit,
  })
  let state = initialState(header)
  let hash = emptyHash
  const events: GameEvent[] = []
  const holes: string[] = []
  try {
    for (const { seq, events: decided } of decisions) {
      if (seq !== state.seq + 1) holes.push(`match ${row.id}: event ${seq} stands after ${state.seq}`)
      for (const event of decided) {
        state = evolve(state, event)
        hash = rollHash(hash, event)
        events.push(event)
      }
    }
  } catch (error) {
    holes.push(`match ${row.id}: what stands after ${state.seq} can't follow on it (${String(error)})`)
  }
  return { state, hash, events, decisions, phase: row.phase, holes }
}

const readJournal = async (sql: Sql): Promise<Map<MatchId, Told>> => {
  const matches = await sql.query(
    'select id, shard, phase, game_id, asset, stake, seats, rules, server_commit from match order by id',
  )
  const { rows } = await sql.query(
    'select match_id, seq, command_id, events from match_decision order by match_id, seq',
  )
  const decisions = rows.map((row) => decisionSchema.parse(row))
  return new Map(
    matches.rows.map((row) => {
      const match = matchSchema.parse(row)
      return [
        match.id,
        tell(
          match,
          decisions.filter(({ match_id }) => match_id === match.id),
        ),
      ]
    }),
  )
}

/** Each shard's chain: numbered without holes, each entry names the one before, each hash fits its document. */
const auditLog = async (sql: Sql, journal: ReadonlyMap<MatchId, Told>): Promise<string[]> => {
  const { rows } = await sql.query(
    'select shard, position, kind, match_id, document, hash from fairness_log order by shard, position',
  )
  const entries = rows.map((row) => entrySchema.parse(row))
  const findings: string[] = []
  const last = new Map<number, { position: number; hash: string }>()
  for (const { shard, position, kind, match_id, document, hash } of entries) {
    const before = last.get(shard) ?? { position: 0, hash: '0'.repeat(64) }
    const { prevLog } = z.object({ prevLog: z.string() }).parse(JSON.parse(document))
    const place = `fairness log ${shard}/${position} (${kind} ${match_id})`
    if (position !== before.position + 1) findings.push(`${place} stands after ${before.position}`)
    if (prevLog !== before.hash) findings.push(`${place} does not name the entry before it`)
    if (hash !== entryHash(kind, document)) findings.push(`${place} has a hash that is not its document's`)
    last.set(shard, { position, hash })
  }
  for (const [matchId, { state }] of journal) {
    const own = entries.filter(({ match_id }) => match_id === matchId)
    const wanted = ['opened', ...(state.lock ? ['locked'] : []), ...(state.result ? ['closed'] : [])]
    const kinds = own.map(({ kind }) => kind)
    if (!isDeepStrictEqual(kinds, wanted))
      findings.push(`match ${matchId} is in the fairness log as ${kinds}, not as ${wanted}`)
    const locked = own.find(({ kind }) => kind === 'locked')
    if (state.lock && locked?.hash !== state.lock.lockHash)
      findings.push(`match ${matchId} was locked as ${state.lock.lockHash}, the log says ${locked?.hash}`)
  }
  return findings
}

/** What is left lying where matches are over: holds, seats. The ledger's own rules tell the rest. */
const auditRemains = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query(
    `select format('hold %s of match %s, which is %s, is open', h.id, m.id, m.phase) as finding
     from hold h join match m on m.id = h.ref and m.phase in ('settled', 'voided')
     where not exists (select from hold_resolution r where r.hold_id = h.id)
     union all
     select format('player %s still sits in match %s, which is %s', s.player_id, m.id, m.phase)
     from seated s join match m on m.id = s.match_id where m.phase in ('settled', 'voided')`,
  )
  return rows.map((row) => z.object({ finding: z.string() }).parse(row).finding)
}

/** What one player was promised and told, held against the journal. */
const auditPlayer = (name: string, player: Steadfast, journal: ReadonlyMap<MatchId, Told>): string[] => {
  const findings = player.complaints().map((what) => `${name}: ${what}`)
  const find = (what: string) => findings.push(`${name}: ${what}`)
  for (const { name: command, matchId, commandId, seq } of player.acknowledged) {
    const decided = journal.get(matchId)?.decisions.find((row) => row.command_id === commandId)
    if (!decided) find(`${command} was acknowledged as ${seq} of match ${matchId} and is not in the journal`)
    else if (decided.seq !== seq) find(`${command} was acknowledged as ${seq} and is ${decided.seq}`)
  }
  for (const [matchId, copy] of player.copies) {
    const told = journal.get(matchId)
    if (!told) {
      find(`heard of match ${matchId}, which is not in the journal`)
      continue
    }
    for (const [seq, event] of copy.seen) {
      const written = told.events[seq - 1]
      if (!written || !isDeepStrictEqual(event, JSON.parse(JSON.stringify(viewEvent(written)))))
        find(`saw event ${seq} of match ${matchId}, and the journal has another or none`)
    }
    const state = copy.state()
    if (state?.seq !== told.state.seq) {
      find(`stands at ${state?.seq} of match ${matchId}, the journal at ${told.state.seq}`)
    } else if (
      copy.hash() !== told.hash ||
      !isDeepStrictEqual(state, JSON.parse(JSON.stringify(view(told.state))))
    )
      find(`has another state of match ${matchId} than the journal`)
  }
  return findings
}

/** A table that was opened for people who were sent to another one, as its opening was not answered: it is voided later. */
const isSpare = ({ phase, table }: MatchState) =>
  phase === 'gathering' && table.every((seat) => seat === null)

export type Reckoning = {
  findings: string[]
  matches: number
  /** Matches in the journal that have not ended, but for empty tables. */
  unfinished: MatchId[]
  acknowledged: number
}

/**
 * Holds what players heard and promised against the database, and the database against itself. Nothing of the
 * program runs in the meantime, or it is paused: what players have not been told yet would count as a finding.
 */
export const audit = async (sql: Sql, players: ReadonlyMap<string, Steadfast>): Promise<Reckoning> => {
  const journal = await readJournal(sql)
  const { findings } = await checkLedger(sql)
  return {
    findings: [
      ...findings,
      ...[...journal.values()].flatMap(({ holes }) => holes),
      ...[...journal.values()].flatMap(({ state, phase }) =>
        state.phase === phase ? [] : [`match ${state.matchId} is ${state.phase}, its row says ${phase}`],
      ),
      ...(await auditLog(sql, journal)),
      ...(await auditRemains(sql)),
      ...[...players].flatMap(([name, player]) => auditPlayer(name, player, journal)),
    ],
    matches: journal.size,
    unfinished: [...journal.values()]
      .filter(({ state }) => !state.result && !isSpare(state))
      .map(({ state }) => state.matchId),
    acknowledged: [...players.values()].reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
  }
}
