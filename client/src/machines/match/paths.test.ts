import { lockDocument, lockHash, playerCommit } from '@minefall/shared/fairness'
import { emptyHash, initialState, type MatchId, type MatchState } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { canPlay, type MachineInput, standing } from './inner.ts'
import { NotAnswered } from './io.ts'
import { matchMachine } from './machine.ts'
import type { Events } from './step.ts'

const matchId = 'a'.repeat(32) as MatchId
const rules = { boards: 9, clockMs: 12_000, clues: true, h: 4, mines: 3, rakeBps: 0, w: 4 }
const ref = (seat: number) => `${seat}`.repeat(32)
const player = (seat: number) => ({
  seat,
  ref: ref(seat),
  commit: seat === 0 ? playerCommit(matchId, ref(0), '0'.repeat(64)) : '1'.repeat(64),
  player: { name: `Player ${seat}`, avatar: 'a', kind: 'guest' as const },
  idleTurns: 0,
})
const gathering: MatchState = {
  ...initialState({
    matchId,
    gameId: 'mines-trial',
    asset: 'trial',
    stake: '100',
    seats: 2,
    rules,
    serverCommit: 'c'.repeat(64),
  }),
  table: [player(0), null],
  seq: 1,
}
const locking: MatchState = (() => {
  const table = [player(0), player(1)]
  const prevLog = '0'.repeat(64)
  const seats = table.map(({ ref, commit }) => ({ ref, commit }))
  const lock = {
    at: 0,
    prevLog,
    revealBy: 5_000,
    lockHash: lockHash(lockDocument({ ...gathering, prevLog, seats })),
  }
  return { ...gathering, phase: 'locking', table, lock, seq: 3 }
})()
const playing = (seat: number): MatchState => ({
  ...gathering,
  phase: 'playing',
  table: [player(0), player(1)],
  order: [0, 1],
  board: { board: 0, root: '', leaves: [], tiles: Array.from({ length: 16 }, () => null) },
  turn: { turn: 0, seat, at: 0, deadline: 12_000 },
  seq: 8,
})
const over: MatchState = {
  ...playing(0),
  phase: 'settled',
  turn: null,
  seq: 12,
  result: { outcome: 'settled', reason: 'won', payouts: [], rake: '0', serverSeed: '0'.repeat(64), at: 1 },
}
const out: MatchState = {
  ...playing(1),
  table: [{ ...player(0), out: { reason: 'left', place: 2, turn: 0 } }, player(1)],
}

const tools = {
  now: () => 0,
  draw: (bytes: number) => '0'.repeat(bytes * 2),
  vault: { load: () => null, save: () => {}, forget: () => {} },
  seated: () => null,
  isPlayer: () => false,
  userId: () => null,
}

type Question = 'find' | 'sit' | 'follow' | 'reveal'

/** What an actor of the machine reports, which the type of its events doesn't name. */
const reported = (event: AnyEventObject) => event as Events
const done = (actorId: Question, output: unknown) =>
  reported({ type: `xstate.done.actor.${actorId}`, output, actorId })
const failed = (actorId: Question, code: number) => {
  const error = new NotAnswered({ code, msg: 'no', data: null })
  return reported({ type: `xstate.error.actor.${actorId}`, error, actorId })
}

const resumed = (state: MatchState, seat: number | null) =>
  done('follow', {
    catchUp: { kind: 'snapshot', state },
    hash: emptyHash,
    seat,
    private: false,
    outcomes: [],
    channel: 0,
    asGuest: false,
  })

/** Everything that may happen next, as the server, the network and the player see it. */
const events: Events[] = [
  { type: 'connection.up' },
  { type: 'connection.down', code: 'network' },
  { type: 'connection.doubt' },
  { type: 'match.silent' },
  { type: 'play.paused', paused: true },
  { type: 'play.paused', paused: false },
  done('find', { matchId, serverCommit: 'c'.repeat(64), seats: 2, taken: 0 }),
  done('sit', { matchId, seq: 1, seat: 0 }),
  failed('find', 1503),
  failed('sit', 1306),
  failed('sit', 1503),
  failed('follow', 1404),
  failed('follow', 1503),
  done('reveal', { matchId, seq: 1, seat: 0 }),
  failed('reveal', 1429),
  ...[gathering, locking, playing(0), playing(1), out, over].map((state) => resumed(state, 0)),
  resumed(playing(0), null),
  resumed(gathering, null),
  { type: 'command.committed', commandId: '0'.repeat(32) },
  { type: 'server.message', message: { name: 'match.beat', payload: { matchId, seq: 99, hash: '' } } },
  { type: 'tile.press', tile: 3 },
  { type: 'match.leave' },
  { type: 'seat.take' },
  { type: 'match.retry' },
  { type: 'rematch.ask' },
  { type: 'proof.told', failed: 'tile', turns: new Set() },
  { type: 'proof.told', failed: null, turns: new Set([0]) },
]

const pathsFrom = (input: MachineInput) =>
  getShortestPaths(matchMachine, {
    input,
    events,
    // What distinguishes one standing from another; counters would make the graph endless.
    serializeState: ({ value, context }) =>
      JSON.stringify([
        value,
        standing(context),
        context.isUp,
        context.seat,
        context.state?.phase,
        context.pending?.stage,
        context.proof.status,
        context.rematch?.asked,
        context.sitAsked,
        context.refused?.code,
      ]),
    limit: 40_000,
  })
const joined = pathsFrom({ kind: 'join', gameId: 'mines-trial', stake: '100', asset: 'trial', tools })
const visited = pathsFrom({ kind: 'return', gameId: 'mines-trial', matchId, tools })
const paths = [...joined, ...visited]
const reached = paths.map(({ state }) => state)
const namesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value ?? {}).flatMap(([name, below]) => namesOf(below).map((rest) => `${name}.${rest}`))

test('every state can be reached', () => {
  const names = new Set(reached.flatMap(({ value }) => namesOf(value)))
  expect([...names].sort()).toEqual([
    'failed',
    'finished.following',
    'finished.resting',
    'gathering.revealing',
    'gathering.revealingAgain',
    'gathering.seated',
    'gathering.sitting',
    'gathering.sittingAgain',
    'gathering.standing',
    'joining.finding',
    'joining.findingAgain',
    'joining.sitting',
    'joining.sittingAgain',
    'joining.waiting',
    'live',
    'suspended',
    'syncing.asking.again',
    'syncing.asking.first',
    'syncing.pausing',
  ])
})

test('a move can be made only at our own turn, not paused, with no move on its way', () => {
  const playable = reached.filter((state) => canPlay(state))
  expect(playable.length).toBeGreaterThan(0)
  for (const { context } of playable) {
    expect(context.paused).toBe(false)
    expect(context.pending).toBeNull()
    expect(context.state?.turn?.seat).toBe(context.seat)
  }
})

test('no press outside our own turn makes a move', () => {
  const moved = paths.flatMap(({ steps }) =>
    steps.flatMap((step, index) => {
      const before = steps[index - 1]?.state
      return step.event.type === 'tile.press' &&
        before &&
        !before.context.pending &&
        step.state.context.pending
        ? [before]
        : []
    }),
  )
  expect(moved.length).toBeGreaterThan(0)
  for (const before of moved) expect(canPlay(before)).toBe(true)
})

test('a broken proof is final', () => {
  const broken = reached.filter(({ context }) => context.proof.status === 'failed')
  expect(broken.length).toBeGreaterThan(0)
  for (const state of broken) expect(state.matches('failed')).toBe(true)
})

test('without a connection nothing is live', () => {
  const down = reached.filter(({ context }) => !context.isUp)
  expect(down.length).toBeGreaterThan(3)
  for (const state of down)
    expect(state.matches('live') || state.matches('gathering') || state.matches('syncing')).toBe(false)
})

test('at a match come to by its link no seat is asked for before the player says so', () => {
  const asking = visited.filter(({ state }) => state.context.sitAsked)
  expect(asking.length).toBeGreaterThan(0)
  for (const { steps } of asking) expect(steps.map(({ event }) => event.type)).toContain('seat.take')
  expect(visited.some(({ state }) => state.matches({ joining: 'finding' }))).toBe(false)
})

test('one may sit down only without a seat; a seat that was refused leaves nothing behind', () => {
  const standing = reached.filter(
    (state) => state.matches({ gathering: 'standing' }) && state.can({ type: 'seat.take' }),
  )
  expect(standing.length).toBeGreaterThan(0)
  for (const { context } of standing) expect(context.seat).toBeNull()
  const refused = standing.filter(({ context }) => context.refused?.code === 1306)
  expect(refused.length).toBeGreaterThan(0)
  for (const { context } of refused) expect([context.secrets, context.sitAsked]).toEqual([null, false])
})
