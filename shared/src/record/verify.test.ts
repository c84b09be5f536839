import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockDocument } from '../fairness/index.ts'
import { dealtTables, type GameEvent } from '../game/index.ts'
import { signerOf } from '../node/signer.ts'
import type { MatchHeader } from '../rules/index.ts'
import { shardOfMatch } from '../shards/index.ts'
import { seededRandom } from '../testing/index.ts'
import { canonical, entryHash, failedStep, type LogKind, steps, verifyRecord } from './index.ts'
import { type PlayedTable, testHouse } from './testing-house.ts'

const openHouse = () => testHouse(signerOf(new Uint8Array(32).fill(7)))

const tableOf = (gameId: string): PlayedTable => {
  const table = dealtTables.find((one) => one.gameId === gameId)
  if (!table) throw new Error(`no table ${gameId}`)
  return table
}

/** The text with one bit of a byte changed that stays text. */
const changedAt = (text: string, index: number): string => {
  const code = text.charCodeAt(index)
  return text.slice(0, index) + String.fromCharCode(code ^ (code > 0x7f ? 1 : 2)) + text.slice(index + 1)
}

it.each(dealtTables.map(({ gameId }) => gameId))(
  'holds for matches of %s, whatever happens in them',
  async (gameId) => {
    const house = openHouse()
    const random = seededRandom(3)
    const odds = { clock: 0.15, leave: 0.04, interrupt: 0.01 }
    for (let n = 0; n < 12; n += 1) {
      const rules = { ...tableOf(gameId).rules, rakeBps: n % 2 ? 333 : 0 }
      const { header } = house.play({ table: { ...tableOf(gameId), rules, stake: '101' }, random, odds })
      const { results } = await verifyRecord(canonical(house.recordOf(header.matchId)))
      expect([n, failedStep({ results })]).toEqual([n, null])
      expect(results.map(({ step }) => step)).toEqual(steps.slice(0, -1))
    }
  },
)

it('holds for a match that never started, and skips what it has none of', async () => {
  const house = openHouse()
  const { header } = house.play({ table: tableOf('mines-duel'), random: seededRandom(4), missing: 1 })
  const { results } = await verifyRecord(canonical(house.recordOf(header.matchId)))
  expect(results.filter(({ outcome }) => outcome === 'skipped').map(({ step }) => step)).toEqual([
    'order',
    'boards',
    'links',
    'moves',
  ])
  expect(failedStep({ results })).toBeNull()
})

/** Matches of each table as they were played before boards had openers and lines of the log a time. */
const journals = readFileSync(new URL('../game/journals-v1.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { header: MatchHeader; events: GameEvent[] } => JSON.parse(line))

/** The same events by clocks that strike at the end of a turn: these were played by the rules alone, which read no clock. */
const byTheClock = (events: readonly GameEvent[]): GameEvent[] => {
  let [late, deadline] = [0, 0]
  return events.map((event) => {
    const isStruck =
      event.type === 'TileOpened' ? event.by === 'clock' : event.type === 'SeatOut' && event.reason === 'idle'
    if (isStruck) late += Math.max(0, deadline - event.at)
    const at = event.at + late
    if (event.type !== 'TurnStarted') return { ...event, at }
    deadline = event.deadline
    return { ...event, at, deadline: deadline + late }
  })
}

it.each(journals)('holds for a match of $header.gameId from before', async ({ header, events: played }) => {
  const events = byTheClock(played)
  const { asset, gameId, matchId, rules, seats, serverCommit, stake } = header
  const shard = shardOfMatch(matchId)
  const prevLog = 'ab'.repeat(32)
  const lineOf = (kind: LogKind, position: number, content: object) => {
    const document = canonical(content)
    return { at: 1, document, hash: entryHash(kind, document), kind, position, shard }
  }
  const locked = events.find((event) => event.type === 'Locked')
  const seated = events.filter((event) => event.type === 'SeatTaken')
  const end = events.at(-1)
  if (locked?.type !== 'Locked' || end?.type !== 'Settled') throw new Error('the match was not settled')
  const opened = { asset, gameId, matchId, rules, seats, serverCommit, stake, kind: 'opened', v: 1, prevLog }
  const lock = {
    ...header,
    prevLog: locked.prevLog,
    seats: seated.map(({ commit, ref }) => ({ commit, ref })),
  }
  const { reason, serverSeed } = end
  const log = [
    lineOf('opened', 5, { ...opened, invited: null, open: true, rematchOf: null }),
    lineOf('locked', 9, JSON.parse(lockDocument(lock))),
    lineOf('closed', 20, { kind: 'closed', matchId, outcome: 'settled', prevLog, reason, serverSeed, v: 1 }),
  ]
  const record = signerOf(new Uint8Array(32).fill(7)).sign('record', { events, header, log, v: 1 })
  const { results } = await verifyRecord(canonical(record))
  expect(results.map(({ step, outcome }) => [step, outcome])).toEqual(
    steps.slice(0, -1).map((step) => [step, step === 'links' ? 'skipped' : 'holds']),
  )
})

it('names the step that fails for a byte changed anywhere', async () => {
  const house = openHouse()
  const { header } = house.play({ table: tableOf('mines-duel'), random: seededRandom(5) })
  const text = canonical(house.recordOf(header.matchId))
  const named = new Map<string, number>()
  // Every 29th byte here; all of them, of three records, in the long test.
  for (let index = 0; index < text.length; index += 29) {
    const verdict = await verifyRecord(changedAt(text, index))
    const failed = failedStep(verdict)
    if (!failed) throw new Error(`nothing failed at byte ${index}: ${text.slice(index - 20, index + 20)}`)
    named.set(failed.step, (named.get(failed.step) ?? 0) + 1)
  }
  for (const step of ['form', 'log', 'lock', 'seeds', 'boards', 'moves', 'end', 'signature'] as const)
    expect(named.get(step), step).toBeGreaterThan(0)
})
