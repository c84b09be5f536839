import { createHash, randomUUID } from 'node:crypto'
import { type BusEvent, type BusEventName, type BusRequest, busEvents } from '@minefall/shared/contracts/bus'
import { playerCommit } from '@minefall/shared/fairness'
import { chooseTile, foldEvents, initialState, type MatchId, type MatchState } from '@minefall/shared/game'
import { type Bus, inProcessBus, type RoutedName, type Router, silentLogger } from '@minefall/shared/node'
import type { Signers } from '@minefall/shared/record'
import { type ManualClock, manualClock, seededHex, seededRandom } from '@minefall/shared/testing'
import { onTestFinished } from 'vitest'
import type { Database } from '../db/index.ts'
import { signersOf } from '../fairness/signers.ts'
import type { SealKeys } from '../http/index.ts'
import { defaultMatchSettings } from '../testing-settings.ts'
import { headerIn } from './host/record.ts'
import type { MatchSettings } from './settings.ts'
import { type Host, startHost } from './start.ts'

/** For tests alone: a host on a database, with a clock moved by hand and seeded randomness. */
export type Stage = {
  db: Database
  clock: ManualClock
  bus: Bus
  host: Host
  /** What the next start is given. */
  sealKeys: SealKeys
  signers: Signers
  random: () => number
  /** Everything published, in order. */
  published: { name: BusEventName; key: string | null; payload: unknown }[]
  /** Moves time on in small steps, each to its end. */
  pass(ms: number): Promise<void>
  /** Closes the host and starts another on the same database. */
  restart(gapMs?: number): Promise<void>
  guest(): Promise<Guest>
  /** The live match with this id. */
  match(id: MatchId): MatchState
}

export type Guest = {
  id: string
  find(gameId?: string): ReturnType<Stage['bus']['request']>
  sit(
    matchId: MatchId,
    commandId?: string,
    from?: BusRequest<'match.sit'>['from'],
  ): Promise<{ code: number; data: unknown; seed: string; seat: number }>
  reveal(matchId: MatchId, seed: string): Promise<number>
  open(
    matchId: MatchId,
    turn: number,
    tile: number,
    commandId?: string,
  ): Promise<{ code: number; data: unknown }>
  leave(matchId: MatchId): Promise<number>
  /** Finds and sits at the trial, reveals when practice opponents have filled it. */
  play(): Promise<{ matchId: MatchId; seat: number }>
}

const eventNames = [
  'match.events',
  'match.presence',
  'match.rematch',
  'match.beat',
  'player.balance',
  'player.seated',
  'lobby.digest',
  'lobby.tv',
] as const satisfies readonly BusEventName[]

export const edge = 'edge-1'
/** A key ring of these keys, the last of which seals. */
export const keyRing = (...ids: readonly [string, ...string[]]): SealKeys => {
  const keyOf = (id: string) => Uint8Array.from(createHash('sha256').update(id).digest())
  const keyId = ids[ids.length - 1] ?? ids[0]
  return { current: { keyId, key: keyOf(keyId) }, all: new Map(ids.map((id) => [id, keyOf(id)])) }
}

/** What signs in tests. */
export const testSigners = signersOf(keyRing('f1'))

export const trial = { gameId: 'mines-trial', stake: '100', asset: 'trial' } as const

const routedNames = [
  'lobby.find',
  'lobby.host',
  'match.sit',
  'match.reveal',
  'match.open',
  'match.link',
  'match.leave',
  'match.stand',
  'match.void',
  'match.resume',
  'match.rematch',
  'match.presence',
] as const satisfies readonly RoutedName[]

/** Answers what only an owner may be asked, in place of a BFF that knows which node that is. */
export const askOwners = (bus: Bus, ask: Router['request']): void => {
  const forward = <N extends RoutedName>(name: N) => bus.respond(name, (payload) => ask(name, payload))
  for (const name of routedNames) forward(name)
}

export const setStage = async (
  db: Database,
  options: { seed?: number; settings?: Partial<MatchSettings>; clock?: ManualClock; bus?: Bus } = {},
): Promise<Stage> => {
  const clock = options.clock ?? manualClock(1_700_000_000_000)
  const random = seededRandom(options.seed ?? 1)
  // Who plays here has no session.
  const settings = { ...defaultMatchSettings, privateProofMs: 0, ...options.settings }
  const log = silentLogger()
  const bus = options.bus ?? inProcessBus({ log, clock })
  const node = 'test'
  askOwners(bus, (name, payload, asked) => bus.request(name, payload, { ...asked, at: node }))
  const randomBytes = (count: number) => Uint8Array.from(Buffer.from(seededHex(random, count), 'hex'))
  const start = (on: Database, sealKeys: SealKeys, signers = testSigners) =>
    startHost({ db: on, bus, clock, log, randomBytes, random, node, sealKeys, signers, settings })
  const published: Stage['published'] = []
  for (const name of eventNames)
    bus.subscribe(name, null, (payload: BusEvent<typeof name>, key) => published.push({ name, key, payload }))

  const sealKeys = keyRing('k1')
  const stage: Stage = {
    db,
    clock,
    bus,
    host: await start(db, sealKeys),
    sealKeys,
    signers: testSigners,
    random,
    published,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 250) {
        await clock.advance(Math.min(250, left))
        await stage.host.idle()
      }
    },
    async restart(gapMs = 0) {
      await stage.host.close()
      await clock.advance(gapMs)
      stage.host = await start(stage.db, stage.sealKeys, stage.signers)
      await stage.host.idle()
    },
    match(id) {
      const found = stage.host.world.matches.get(id)
      if (!found) throw new Error(`match ${id} is not live`)
      return found.record.state
    },
    guest: async () => guestOf(stage, await makeGuest(stage)),
  }
  onTestFinished(() => stage.host.close())
  return stage
}

export const makeGuest = async ({ db }: Pick<Stage, 'db'>): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'guest', $2, 'cat-1')`, [
    id,
    `Guest ${id.slice(0, 4)}`,
  ])
  return id
}

/** What guests play on. */
export type Ground = Pick<Stage, 'db' | 'bus' | 'random' | 'clock' | 'pass'> & { host: Pick<Host, 'idle'> }

/** What someone who is known to the platform already can do, guest or account. */
export const guestOf = (stage: Ground, id: string): Guest => {
  const { bus, random } = stage
  const command = () => seededHex(random, 16)
  const guest: Guest = {
    id,
    find: (gameId = trial.gameId) => bus.request('lobby.find', { ...trial, gameId, playerId: id }),
    async sit(matchId, commandId = command(), from = undefined) {
      const seed = seededHex(random, 32)
      const ref = seededHex(random, 16)
      const request: BusRequest<'match.sit'> = {
        playerId: id,
        edge,
        from,
        commandId,
        matchId,
        ref,
        commit: playerCommit(matchId, ref, seed),
      }
      const answer = await bus.request('match.sit', request)
      return { code: answer.code, data: answer.data, seed, seat: answer.data?.seat ?? -1 }
    },
    reveal: async (matchId, seed) =>
      (await bus.request('match.reveal', { playerId: id, commandId: command(), matchId, seed })).code,
    open: (matchId, turn, tile, commandId = command()) =>
      bus.request('match.open', {
        playerId: id,
        commandId,
        matchId,
        turn,
        tile,
        roundTripMs: 0,
        until: stage.clock.now() + 5_000,
      }),
    leave: async (matchId) =>
      (await bus.request('match.leave', { playerId: id, commandId: command(), matchId })).code,
    async play() {
      const found = await bus.request('lobby.find', { ...trial, playerId: id })
      if (!found.data) throw new Error(`find: ${found.code} ${found.msg}`)
      const { matchId } = found.data
      const { seed, seat } = await guest.sit(matchId)
      await stage.host.idle()
      await stage.pass(3_000)
      await guest.reveal(matchId, seed)
      await stage.host.idle()
      return { matchId, seat }
    },
  }
  return guest
}

/** Lets time pass, the guest moving by hand in their turns, until the match has ended. */
export const playOut = async (
  stage: Stage,
  guest: Guest,
  matchId: MatchId,
  seat: number,
): Promise<MatchState> => {
  for (let steps = 0; steps < 2_000; steps += 1) {
    const state = stage.match(matchId)
    if (state.result) return state
    if (state.turn?.seat === seat) {
      await guest.open(matchId, state.turn.turn, chooseTile(state, stage.random, 'skilled'))
      await stage.host.idle()
    } else await stage.pass(250)
  }
  throw new Error('the match did not end')
}

/** The state that someone who saw only what was published would have. */
export const seenState = (stage: Stage, matchId: MatchId): MatchState => {
  const header = headerIn.parse(stage.match(matchId))
  const events = stage.published.flatMap(({ name, key, payload }) =>
    name === 'match.events' && key === matchId ? eventsOf(payload) : [],
  )
  return foldEvents(initialState(header), events)
}

const eventsOf = (payload: unknown): BusEvent<'match.events'>['events'] => {
  const parsed = busEvents['match.events'].news.parse(payload)
  return parsed.events
}
