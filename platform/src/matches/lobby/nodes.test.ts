import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { Digest } from '@minefall/shared/contracts/live'
import { type Bus, type Clock, inProcessBus, silentLogger } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { inTurn } from '../../jobs/in-turn.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import { emptyLog } from '../journal/fairness-log.ts'
import { holdShards } from '../shards/held.ts'
import type { Shard } from '../shards/shards.ts'
import type { OfferedTable } from '../tables.ts'
import { keepDigest } from './digest.ts'

const duel: OfferedTable = {
  gameId: 'duel',
  name: 'Duel',
  seats: 2,
  rules: { boards: 1, clockMs: 12_000, clues: false, h: 4, mines: 1, rakeBps: 0, w: 4 },
  stakes: ['10'],
  assets: ['coin'],
  guests: false,
  practice: false,
  isOpen: true,
  version: 1,
}

const win = (at: number): Digest['wins'][number] => ({
  at,
  gameId: 'duel',
  asset: 'coin',
  amount: '20',
  player: { name: 'Mai', avatar: 'cat-1', kind: 'player' },
})

/** What a node tells that has so many people at play. */
const partOf = (node: string, playing: number): LobbyPart => ({
  node,
  at: 0,
  tables: [{ gameId: 'duel', playing, gathering: [], waitMs: null, waits: 0 }],
  wins: [],
  live: [],
})

const shardOf = (number: number): Shard => ({
  number,
  epoch: 1n,
  version: 1,
  held: true,
  lost: false,
  log: emptyLog,
  logInTurn: inTurn(),
})

const startNode = (bus: Bus, clock: Clock, node: string, from: number, to = shardCount) => {
  const shards = holdShards()
  const own = Array.from({ length: to - from }, (_, index) => shardOf(from + index))
  shards.open(own)
  const digest = keepDigest({
    db: {
      query: () => {
        throw new Error('no one here told who won')
      },
    },
    log: silentLogger(),
    background: () => {},
    bus,
    clock,
    node,
    shards,
    settings: defaultMatchSettings,
    tables: new Map([['duel', duel]]),
    matches: new Map(),
  })
  return {
    ...digest,
    take: (shard: Shard) => shards.open([shard]),
    giveAll: () => {
      for (const shard of own) shards.shut(shard)
    },
  }
}

const open = () => {
  const clock = manualClock(1_000_000)
  const bus = inProcessBus({ log: silentLogger(), clock })
  const told: Digest[] = []
  bus.subscribe('lobby.digest', null, (digest) => told.push(digest))
  return { clock, bus, told }
}

it('a node that has all shards is the whole lobby; one that has some hears the others before it tells', async () => {
  const { clock, bus, told } = open()
  const alone = startNode(bus, clock, 'a', 0)
  expect(await alone.now()).toMatchObject({ at: 1_000_000, playing: 0 })
  alone.close()

  const first = startNode(bus, clock, 'a', 0, 32)
  let asked: Digest | null = null
  const asking = first.now().then((digest) => {
    asked = digest
  })
  first.tell()
  await clock.advance(1_000)
  bus.publish('lobby.part', 'b', partOf('b', 3))
  await clock.advance(249)
  expect(asked).toBeNull()
  expect(told).toEqual([])
  await clock.advance(1)
  await asking
  expect(asked).toMatchObject({ playing: 3 })
  // What is heard again is counted once.
  bus.publish('lobby.part', 'b', partOf('b', 4))
  await clock.advance(0)
  expect(await first.now()).toMatchObject({ playing: 4 })
})

it('a clock that is set back keeps no one waiting for the others', async () => {
  const { clock, bus } = open()
  let backMs = 0
  const node = startNode(bus, { ...clock, now: () => clock.now() - backMs }, 'a', 0, 32)
  backMs = 3_600_000
  expect(await node.now()).toMatchObject({ at: clock.now() - backMs })
})

it('what a node told for the last time is left out after three seconds; wins it told are not forgotten', async () => {
  const { clock, bus } = open()
  const node = startNode(bus, clock, 'a', 0, 32)
  await clock.advance(1_250)
  bus.publish('lobby.part', 'b', { ...partOf('b', 3), wins: [win(7)] })
  await clock.advance(2_999)
  expect(await node.now()).toMatchObject({ playing: 3, wins: [win(7)] })
  await clock.advance(1)
  expect(await node.now()).toMatchObject({ playing: 0, wins: [win(7)] })
})

it('everyone hears of the lobby by the owner of the first shard, when it has changed, and by the next one when it has not', async () => {
  const { clock, bus, told } = open()
  const [first, second] = [startNode(bus, clock, 'a', 0, 32), startNode(bus, clock, 'b', 32)]
  const tellBoth = async () => {
    for (const node of [first, second]) node.tell()
    await clock.advance(1_000)
  }
  await tellBoth()
  await tellBoth()
  expect(told).toEqual([])
  await tellBoth()
  expect(told).toHaveLength(1)
  await tellBoth()
  expect(told).toHaveLength(1)
  second.remember([win(9)])
  await tellBoth()
  await tellBoth()
  expect(told.map(({ wins }) => wins)).toEqual([[], [win(9)]])

  // The other one has the first shard from now on: it tells of what is new, and of nothing again.
  first.giveAll()
  second.take(shardOf(0))
  await tellBoth()
  expect(told).toHaveLength(2)
  first.remember([win(10)])
  await tellBoth()
  await tellBoth()
  expect(told.map(({ wins }) => wins)).toEqual([[], [win(9)], [win(10), win(9)]])
})
