import { eventSchema, type GameEvent, type MatchState, matchHeaderSchema } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import journals from '../../../../../shared/src/game/journals-v1.jsonl?raw'
import { playedMatch } from '../../../board/model/played-match.ts'
import type { Fact } from '../../../machines/match/facts.ts'
import { createProver } from '../../../machines/match/prover.ts'
import { scriptedServer } from '../../../machines/match/testing/scripted-server.ts'
import { openPlaying, settle } from '../../../machines/match/testing/tabs.ts'
import { act, moveMs, type Player, playerAt, pliesOf, startReplay } from './player.ts'

const headerOf = z.object(matchHeaderSchema.shape)
const replayOf = ({ state, events }: { state(): MatchState; events(): readonly GameEvent[] }) =>
  pliesOf(headerOf.parse(state()), events())

/** Matches as they were kept before boards had openers. */
const older = journals
  .trim()
  .split('\n')
  .map((line) =>
    z
      .object({ header: matchHeaderSchema, events: z.array(eventSchema), expected: z.unknown() })
      .parse(JSON.parse(line)),
  )

const opened = ({ board }: MatchState): number => board?.tiles.filter(Boolean).length ?? 0

describe('the positions of a match', () => {
  test('are one for each opened tile and one before the first', () => {
    const match = playedMatch({ seats: 3 })
    const states = [match.state()]
    for (const what of ['safe', 'safe', 'mine', 'safe', 'mine'] as const) states.push(match.open(what))
    const positions = replayOf(match).map((ply) => ply.state)
    expect(positions).toEqual(states)
    expect(positions.map(({ moves }) => moves.length)).toEqual([0, 1, 2, 3, 4, 5])
    expect(positions[3]?.table.filter((seat) => seat?.out)).toHaveLength(1)
    expect(positions.map(({ result }) => result?.reason)).toEqual([...Array(5).fill(undefined), 'won'])
  })

  test('belong to who left without opening a tile, until the next one is opened', () => {
    const match = playedMatch({ seats: 3 })
    match.open('safe')
    const leaver = match.state().turn?.seat ?? 0
    match.run({ type: 'leave', at: 2_000, seat: leaver })
    match.open('safe')
    const positions = replayOf(match).map((ply) => ply.state)
    expect(positions.map(({ table }) => table[leaver]?.out?.reason)).toEqual([undefined, 'left', 'left'])
  })

  test('have what a tile of a sealed table was drawn from together with the tile', async () => {
    const server = scriptedServer({ sealed: true })
    const { tab } = await openPlaying(server)
    const isOurs = server.match().state().turn?.seat === server.seat()
    if (isOurs) tab.actor.send({ type: 'tile.press', tile: 0 })
    else server.pick()
    await settle()
    server.draw()
    const { journal, state } = server.match()
    const [before, after] = replayOf({ state, events: () => journal })
    expect(before?.state.pick).toBeNull()
    expect(before?.facts.at(-1)?.event.type).toBe('TurnStarted')
    expect(after?.facts[0]?.event.type).toBe('TilePicked')
    expect(after?.facts.map(({ event }) => event.type)).toContain('TileOpened')
    expect(after?.state.moves).toHaveLength(1)
  })

  test('show the last tile of a board before the next board is dealt', () => {
    const match = playedMatch({ seats: 2, rules: { w: 2, h: 2, mines: 1, boards: 3 } })
    for (let tile = 0; tile < 4; tile += 1) match.open('safe')
    match.open('mine')
    const positions = replayOf(match).map((ply) => ply.state)
    expect(positions.map((state) => [state.board?.board, opened(state)])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [1, 2],
    ])
    expect(positions.at(-1)?.result?.outcome).toBe('settled')
  })

  test('end with the end, also when it came before a tile of the next board was opened', () => {
    const match = playedMatch({ seats: 2, rules: { w: 2, h: 2, mines: 1, boards: 3 } })
    for (let tile = 0; tile < 3; tile += 1) match.open('safe')
    match.run({ type: 'leave', at: 2_000, seat: 0 })
    expect(replayOf(match).at(-1)?.state).toEqual(match.state())
  })

  test('are the one there is where no tile was opened', () => {
    expect(replayOf(playedMatch({ until: 'locking' }))).toHaveLength(1)
  })

  test.each(older.map(({ header, events, expected }) => [header.gameId, header, events, expected] as const))(
    'of %s from before there were openers are all there, and verified',
    (_name, header, events, expected) => {
      const plies = pliesOf(header, events)
      const moves = events.filter(({ type }) => type === 'TileOpened').length
      expect(plies).toHaveLength(moves + 1)
      expect(expected).toMatchObject({ moves, result: plies.at(-1)?.state.result })
      const tasks: (() => void)[] = []
      const told: unknown[] = []
      const prover = createProver(
        (run) => tasks.push(run),
        ({ failed }) => told.push(failed),
      )
      const facts = plies.flatMap((ply) => ply.facts)
      /** Runs what is put off to its end; answers how many tasks that took. */
      const tasksOf = (checked: readonly Fact[]) => {
        for (const fact of checked) prover.hear(fact)
        let count = 0
        for (let task = tasks.shift(); task; task = tasks.shift(), count += 1) task()
        return count
      }
      tasksOf(facts.slice(0, -1))
      // The seeds, each board and the moves, so that no task takes long.
      const boards = facts.filter(({ event }) => event.type === 'BoardBegun')
      expect(tasksOf(facts.slice(-1))).toBe(1 + boards.length + 1)
      expect(told).toEqual([null, null])
    },
  )
})

describe('the facts of a replay', () => {
  const typesOf = (facts: readonly Fact[]) => facts.map(({ event }) => event.type)

  test('are the tile and what followed from it; the next board comes with the first tile on it', () => {
    const match = playedMatch({ seats: 2, rules: { w: 2, h: 2, mines: 1, boards: 3 } })
    for (let tile = 0; tile < 4; tile += 1) match.open('safe')
    match.open('mine')
    const plies = replayOf(match).map(({ facts }) => typesOf(facts))
    expect(plies[2]).toEqual(['TileOpened', 'TurnStarted'])
    expect(plies[3]).toEqual(['TileOpened'])
    expect(plies[4]).toEqual(['BoardBegun', 'TurnStarted', 'TileOpened', 'TurnStarted'])
    expect(plies[5]).toEqual(['TileOpened', 'SeatOut', 'Settled'])
  })

  test('are reported one step on, and a jump is reported for every other way', () => {
    const match = playedMatch({ seats: 3 })
    for (const what of ['safe', 'safe', 'mine'] as const) match.open(what)
    const replay = startReplay(replayOf(match), 1)
    const told: Fact[] = []
    replay.on('fact', (fact) => told.push(fact))
    const toldBy = (asked: Parameters<typeof act>[1]) => {
      replay.send(asked)
      return typesOf(told.splice(0))
    }
    expect(toldBy({ type: 'step', by: 1 })).toEqual(['TileOpened', 'TurnStarted'])
    expect(toldBy({ type: 'toggle' })).toEqual([])
    expect(toldBy({ type: 'tick' })).toEqual(['TileOpened', 'SeatOut', 'TurnStarted'])
    expect(toldBy({ type: 'step', by: 1 })).toEqual([])
    expect(toldBy({ type: 'step', by: -1 })).toEqual(['Jumped'])
    expect(toldBy({ type: 'seek', ply: 0 })).toEqual(['Jumped'])
  })
})

describe('a replay', () => {
  const after = (player: Player, ...acts: Parameters<typeof act>[1][]) => acts.reduce(act, player)
  const start = playerAt(0, 3)

  test('opens where it is asked for, as far as there is', () => {
    expect([-1, 0, 2, 3, 99, 1.7].map((ply) => playerAt(ply, 3).ply)).toEqual([0, 0, 2, 3, 3, 1])
    expect(after(start, { type: 'seek', ply: 500 }).ply).toBe(3)
  })

  test('steps to its ends and no further', () => {
    const forth = { type: 'step', by: 1 } as const
    const back = { type: 'step', by: -1 } as const
    expect(after(start, back).ply).toBe(0)
    expect(after(start, forth, forth, back).ply).toBe(1)
    expect(after(start, forth, forth, forth, forth).ply).toBe(3)
  })

  test('plays to the end and stops there; once more plays it from the beginning', () => {
    const tick = { type: 'tick' } as const
    const toggle = { type: 'toggle' } as const
    const played = after(start, toggle, tick, tick)
    expect(played).toMatchObject({ ply: 2, playing: true })
    expect(after(played, tick)).toMatchObject({ ply: 3, playing: false })
    expect(after(played, tick, toggle)).toMatchObject({ ply: 0, playing: true })
    expect(after(played, toggle, tick)).toMatchObject({ ply: 2, playing: false })
  })

  test('stops when a move is looked for, and has nothing to play without moves', () => {
    expect(after(start, { type: 'toggle' }, { type: 'seek', ply: 2 })).toMatchObject({
      ply: 2,
      playing: false,
    })
    expect(after(playerAt(0, 0), { type: 'toggle' })).toMatchObject({ ply: 0, playing: false })
  })

  test('is faster when asked to be', () => {
    const faster = { type: 'faster' } as const
    const asked = [[], [faster], [faster, faster], [faster, faster, faster]]
    expect(asked.map((acts) => moveMs(after(start, ...acts).speed))).toEqual([1_200, 600, 300, 1_200])
  })
})
