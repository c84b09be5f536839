import { type BoardScene, silentClue, type TileScene } from '../../board/model/scene.ts'

const closed: TileScene = { kind: 'closed' }
const open = (clue: number, seat = 0): TileScene => ({ kind: 'open', clue, seat, by: 'hand', last: false })

/** Each kind of opened tile once, the rest still closed. */
const tiles: readonly TileScene[] = Array.from({ length: 25 }, (_, at): TileScene => {
  if (at < 9) return open(at, at % 6)
  if (at === 13) return { kind: 'mine', seat: 2, by: 'hand', last: false }
  if (at === 16) return { kind: 'open', clue: 1, seat: 1, by: 'hand', last: true }
  return closed
})

const scene = (change: Partial<BoardScene>): BoardScene => ({
  board: 0,
  columns: 5,
  rows: 5,
  tiles,
  newest: null,
  turnSeat: 1,
  yours: false,
  playable: false,
  winners: [],
  over: false,
  ...change,
})

const yours = { turnSeat: 0, yours: true, playable: true }
const at = (tile: TileScene) => tiles.with(18, tile)

/** The board in every state that it may be in. */
export const demoBoards = {
  theirs: scene({}),
  yours: scene(yours),
  chosen: scene({ ...yours, tiles: at({ kind: 'armed' }) }),
  sent: scene({ ...yours, playable: false, tiles: at({ kind: 'pending', stage: 'sent' }) }),
  committed: scene({ ...yours, playable: false, tiles: at({ kind: 'pending', stage: 'committed' }) }),
  blind: scene({
    tiles: tiles.map((tile) => (tile.kind === 'open' ? { ...tile, clue: silentClue } : tile)),
  }),
  asleep: scene(yours),
  over: scene({ turnSeat: null, winners: [0], over: true }),
} as const satisfies Record<string, BoardScene>

export type DemoBoard = keyof typeof demoBoards
