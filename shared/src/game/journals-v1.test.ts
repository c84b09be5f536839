import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { deal, lockDocument, lockHash, playerCommit, serverCommit, verifyTile } from '../fairness/index.ts'
import { type MatchHeader, matchHeaderSchema } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import { eventSchema, type GameEvent } from './events.ts'
import { foldEvents, initialState } from './evolve.ts'
import { chooseTile } from './practice.ts'
import { emptyHash, rollHash } from './rolling-hash.ts'
import type { MatchState } from './state.ts'

const lines = readFileSync(new URL('journals-v1.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/**
 * A match of each table as the program played it before boards had openers, with what it came to then. Some of its tiles
 * were opened by the clock.
 */
const journals = z
  .array(
    z.strictObject({
      header: matchHeaderSchema,
      events: z.array(eventSchema),
      expected: z.looseObject({ seq: z.int(), hash: z.string(), boards: z.int() }),
    }),
  )
  .parse(lines.map((line) => JSON.parse(line)))
  .map((journal) => ({ ...journal, name: journal.header.gameId }))

const dealerOf = (state: MatchState, serverSeed: string) => {
  const players = state.table.flatMap((seat) => (seat?.seed ? [{ ...seat, seed: seat.seed }] : []))
  return deal({ rules: state.rules, serverSeed, lockHash: state.lock?.lockHash ?? '', players })
}

const serverSeedOf = (events: readonly GameEvent[]): string => {
  const end = events.at(-1)
  if (end?.type !== 'Settled') throw new Error('the match was not settled')
  return end.serverSeed
}

it.each(journals)('a match of $name folds to what it came to then', ({ header, events, expected }) => {
  const { seq, phase, order, board, moves, table, result } = foldEvents(initialState(header), events)
  const hash = events.reduce(rollHash, emptyHash)
  const places = table.map((seat) => seat?.out?.place ?? 1)
  const boards = (board?.board ?? 0) + 1
  expect({ seq, hash, phase, order, boards, moves: moves.length, places, result }).toEqual(expected)
})

it.each(journals)('a match of $name is verified from its seeds to the last leaf', ({ header, events }) => {
  const state = foldEvents(initialState(header), events)
  const { lock, matchId, table } = state
  const serverSeed = serverSeedOf(events)
  expect(serverCommit(matchId, serverSeed)).toBe(header.serverCommit)
  for (const seat of table)
    expect(playerCommit(matchId, seat?.ref ?? '', seat?.seed ?? '')).toBe(seat?.commit)
  const seats = table.flatMap((seat) => (seat ? [{ ref: seat.ref, commit: seat.commit }] : []))
  const document = lockDocument({ ...header, prevLog: lock?.prevLog ?? '', seats })
  expect(JSON.parse(document)).toMatchObject({ v: 1, rules: header.rules })
  expect(lockHash(document)).toBe(lock?.lockHash)
  const dealer = dealerOf(state, serverSeed)
  expect(dealer.order).toEqual(state.order)
  let leaves: readonly string[] = []
  let closed = new Set<number>()
  for (const event of events) {
    if (event.type === 'BoardBegun') {
      const { board, root } = event
      leaves = event.leaves
      closed = new Set(leaves.keys())
      expect({ root, leaves }).toEqual(dealer.board(board))
      expect(dealer.openers(board)).toEqual([])
      expect([...closed].filter((tile) => dealer.tile(board, tile).mine)).toHaveLength(header.rules.mines)
    }
    if (event.type !== 'TileOpened') continue
    const { board, tile, turn, mine, clue, salt, by } = event
    expect({ mine, clue, salt }).toEqual(dealer.tile(board, tile))
    expect(verifyTile(leaves, event)).toBe(true)
    if (by === 'clock') expect(dealer.auto(board, turn, (other) => closed.has(other))).toBe(tile)
    closed.delete(tile)
  }
})

/** Cuts a journal at its first board's fifth turn, where everyone may still be in. */
const underWay = (header: MatchHeader, events: readonly GameEvent[]): MatchState => {
  const cut = events.findIndex((event) => event.type === 'TurnStarted' && event.turn === 4)
  return foldEvents(initialState(header), events.slice(0, cut + 1))
}

it.each(journals)('a match of $name that is under way goes on by its rules to its end', (journal) => {
  const { header, events } = journal
  let state = underWay(header, events)
  const dealer = dealerOf(state, serverSeedOf(events))
  const random = seededRandom(1)
  const told: GameEvent[] = []
  while (state.turn) {
    const { turn, seat } = state.turn
    const tile = chooseTile(state, random, 'skilled')
    const decision = decide(state, { type: 'open', at: 0, seat, turn, tile }, dealer)
    if (!decision.ok) return expect.fail(decision.refusal)
    state = foldEvents(state, decision.events)
    told.push(...decision.events)
  }
  expect(state.phase).toBe('settled')
  expect(state.rules).toEqual(header.rules)
  expect(told.map(({ v }) => v)).toEqual(told.map(() => 1))
  expect(told.filter((event) => 'openers' in event)).toEqual([])
  for (const event of told)
    if (event.type === 'BoardBegun') expect(event.leaves).toEqual(dealer.board(event.board).leaves)
})
