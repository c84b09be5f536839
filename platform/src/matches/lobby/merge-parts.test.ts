import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { GatheringFigure, WatchableMatch } from '@minefall/shared/contracts/live'
import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { lastWins, mergeParts, type Shown } from './merge-parts.ts'

type Table = LobbyPart['tables'][number]
type Win = LobbyPart['wins'][number]

const idOf = (number: number) => matchIdSchema.parse(number.toString(16).padStart(32, '0'))
const table = (gameId: string, more: Partial<Table> = {}): Table => ({
  gameId,
  playing: 0,
  gathering: [],
  waitMs: null,
  waits: 0,
  ...more,
})
const gathering = (stake: string, ...avatars: GatheringFigure['avatars']): GatheringFigure => ({
  stake,
  asset: 'coin',
  seats: 5,
  avatars,
})
const win = (at: number, name = 'Mai'): Win => ({
  at,
  gameId: 'duel',
  asset: 'coin',
  amount: '200',
  player: { name, avatar: 'cat-1', kind: 'player' },
})
const live = (number: number, gameId = 'duel'): WatchableMatch => ({
  matchId: idOf(number),
  gameId,
  asset: 'coin',
  stake: '10',
  players: [],
})
const part = (node: string, more: Partial<LobbyPart> = {}): LobbyPart => ({
  node,
  at: 5,
  tables: [table('duel'), table('trial')],
  wins: [],
  live: [],
  ...more,
})
const merge = (
  parts: readonly LobbyPart[],
  { offered = [], winners = new Map() }: { offered?: readonly number[]; winners?: Shown } = {},
) => mergeParts(parts, { at: 9, gameIds: ['trial', 'duel'], offered: new Set(offered.map(idOf)), winners })

it('people are added up, waits weighed, and of each queue the fullest match is reported, in the order of the tables', () => {
  const one = table('duel', {
    playing: 3,
    waitMs: 1_000,
    waits: 3,
    gathering: [gathering('10', 'cat-1'), gathering('100', 'cat-1', 'cat-2')],
  })
  const other = table('duel', {
    playing: 4,
    waitMs: 2_001,
    waits: 1,
    gathering: [gathering('10', 'fox-1', 'fox-2'), gathering('100', 'fox-1', 'fox-2')],
  })
  expect(
    merge([
      part('a', { tables: [one, table('trial', { playing: 1 })] }),
      part('b', { tables: [table('trial'), other, table('closed', { playing: 9 })] }),
    ]),
  ).toEqual({
    at: 9,
    playing: 8,
    tables: [
      { gameId: 'trial', playing: 1, gathering: [], waitMs: null },
      {
        gameId: 'duel',
        playing: 7,
        gathering: [gathering('10', 'fox-1', 'fox-2'), gathering('100', 'cat-1', 'cat-2')],
        waitMs: 1_250,
      },
    ],
    wins: [],
    live: [],
  })
})

it('a win that several nodes remember is reported once; the ten newest are reported', () => {
  const wins = [win(3), win(2), win(1)]
  expect(merge([part('a', { wins }), part('b', { wins: [win(4), ...wins] })]).wins).toEqual([
    win(4),
    win(3),
    win(2),
    win(1),
  ])
  // Two who won at the same moment are two.
  expect(lastWins([win(1, 'Mai')], [win(1, 'An')])).toHaveLength(2)
  const many = Array.from({ length: 12 }, (_, at) => win(at))
  expect(lastWins(many).map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})

it('a win is shown with its player as they are shown now, or left out, whichever node told who that is', () => {
  const playerId = 'a'.repeat(32)
  const old = part('a', { wins: [win(1)] })
  const parts = [old, part('b', { wins: [{ ...win(1), playerId }] })]
  const winners: Shown = new Map([[playerId, { name: 'Quiet Otter', avatar: 'fox-1' }]])
  const { player, ...rest } = win(1)
  expect(merge(parts, { winners }).wins).toEqual([
    { ...rest, player: { ...player, name: 'Quiet Otter', avatar: 'fox-1' } },
  ])
  expect(merge(parts).wins).toEqual([])
  // Nodes of the previous release don't tell it.
  expect(merge([old], { winners }).wins).toEqual([win(1)])
})

it('two matches of each table are offered to watch: those offered before, then the newest, each once', () => {
  const parts = [
    part('a', { live: [live(1), live(4), live(7, 'trial')] }),
    part('b', { live: [live(2), live(3), live(4)] }),
  ]
  const watched = (offered: readonly number[]) => merge(parts, { offered }).live
  expect(watched([])).toEqual([live(7, 'trial'), live(4), live(3)])
  expect(watched([1, 2, 7])).toEqual([live(7, 'trial'), live(1), live(2)])
  expect(watched([9, 2])).toEqual([live(7, 'trial'), live(2), live(4)])
  expect(merge([]).live).toEqual([])
})
