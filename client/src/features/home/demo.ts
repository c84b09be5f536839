/** The match that plays itself on Home: by the same rules, on its own board, with no server and no stake. */

export type DemoTile = { mine: boolean; clue: number; seat: number } | null

export type DemoPlayer = { name: string; avatar: string; out: boolean }

export type DemoStage = 'choosing' | 'lifted' | 'opened' | 'won'

export type DemoState = {
  seed: number
  columns: number
  rows: number
  /** Which tiles are mined; the players below don't look. */
  mines: readonly boolean[]
  tiles: readonly DemoTile[]
  players: readonly DemoPlayer[]
  seat: number
  stage: DemoStage
  /** The tile that is up, or was opened in this turn. */
  tile: number | null
  /** The tile opened last, of whichever turn. */
  opened: number | null
  /** Turns so far: each draws its chances from the seed again. */
  turn: number
}

const side = 6
const mineCount = 12
const cast = [
  { name: 'Mai', avatar: 'cat' },
  { name: 'Leo', avatar: 'fox' },
  { name: 'Ana', avatar: 'owl' },
  { name: 'Rui', avatar: 'frog' },
  { name: 'Dan', avatar: 'bear' },
] as const

/** A chance in [0, 1) from a seed and two indices (an integer hash by Wellons, `lowbias32`). */
const chance = (seed: number, turn: number, draw: number): number => {
  let x = (seed ^ Math.imul(turn + 1, 0x9e3779b9) ^ Math.imul(draw + 1, 0x85ebca6b)) >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return ((x ^ (x >>> 15)) >>> 0) / 4_294_967_296
}

/** The tiles around one, corners too. */
export const neighbors = (tile: number, columns: number, rows: number): number[] => {
  const x = tile % columns
  const y = Math.floor(tile / columns)
  const around: number[] = []
  for (let dy = -1; dy <= 1; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1) {
      const inside = x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows
      if (inside && (dx !== 0 || dy !== 0)) around.push((y + dy) * columns + x + dx)
    }
  return around
}

/** A column letter and a row number: B4. */
export const coordinate = (tile: number, columns: number): string =>
  `${String.fromCharCode(65 + (tile % columns))}${Math.floor(tile / columns) + 1}`

export const startDemo = (seed: number): DemoState => {
  const order = Array.from({ length: side * side }, (_, tile) => ({ tile, at: chance(seed, -1, tile) }))
  order.sort((one, other) => one.at - other.at)
  const mined = new Set(order.slice(0, mineCount).map(({ tile }) => tile))
  return {
    seed,
    columns: side,
    rows: side,
    mines: Array.from({ length: side * side }, (_, tile) => mined.has(tile)),
    tiles: Array.from({ length: side * side }, () => null),
    players: cast.map((player) => ({ ...player, out: false })),
    seat: 0,
    stage: 'choosing',
    tile: null,
    opened: null,
    turn: 0,
  }
}

/** How likely a closed tile is mined, as its worst open neighbor tells it. */
const risk = (state: DemoState, tile: number): number => {
  const { columns, rows, tiles } = state
  let worst = -1
  let safe = false
  for (const next of neighbors(tile, columns, rows)) {
    const open = tiles[next]
    if (!open || open.mine) continue
    const around = neighbors(next, columns, rows)
    const known = around.filter((other) => tiles[other]?.mine).length
    const closed = around.filter((other) => tiles[other] === null).length
    const left = open.clue - known
    if (left === 0) safe = true
    worst = Math.max(worst, left / closed)
  }
  if (safe) return 0
  return worst < 0 ? mineCount / (columns * rows) : worst
}

/** The tile a player takes: mostly the least risky that the open clues show, now and then a guess. */
export const chooseTile = (state: DemoState): number => {
  const closed = state.tiles.flatMap((tile, index) => (tile === null ? [index] : []))
  const guess = chance(state.seed, state.turn, 1) < 0.18
  const rated = closed.map((tile) => ({
    tile,
    risk: guess ? 0 : risk(state, tile),
    tie: chance(state.seed, state.turn, 10 + tile),
  }))
  rated.sort((one, other) => one.risk - other.risk || one.tie - other.tie)
  return rated[0]?.tile ?? 0
}

const open = (state: DemoState, tile: number): DemoState => {
  const mine = state.mines[tile] ?? false
  const around = neighbors(tile, state.columns, state.rows)
  const clue = around.filter((other) => state.mines[other]).length
  return {
    ...state,
    stage: 'opened',
    opened: tile,
    tiles: state.tiles.map((old, index) => (index === tile ? { mine, clue, seat: state.seat } : old)),
    players: state.players.map((player, seat) =>
      seat === state.seat && mine ? { ...player, out: true } : player,
    ),
  }
}

const nextSeat = ({ players, seat }: DemoState): number => {
  for (let step = 1; step < players.length; step += 1) {
    const next = (seat + step) % players.length
    if (players[next]?.out === false) return next
  }
  return seat
}

/** The match after its present stage: choosing → lifted → opened → the next turn, and at the end a new match. */
export const advanceDemo = (state: DemoState): DemoState => {
  switch (state.stage) {
    case 'choosing':
      return { ...state, stage: 'lifted', tile: chooseTile(state) }
    case 'lifted':
      return state.tile === null ? { ...state, stage: 'choosing' } : open(state, state.tile)
    case 'opened': {
      const standing = state.players.filter(({ out }) => !out)
      const safeLeft = state.tiles.some((tile, index) => tile === null && !state.mines[index])
      const seat = nextSeat(state)
      if (standing.length === 1 || !safeLeft) return { ...state, stage: 'won', seat }
      return { ...state, stage: 'choosing', seat, turn: state.turn + 1 }
    }
    case 'won':
      return startDemo(state.seed + 1)
  }
}

/** How long a stage is shown, in milliseconds. */
export const stageMs = ({ stage, seed, turn }: DemoState): number => {
  switch (stage) {
    case 'choosing':
      return 900 + Math.round(chance(seed, turn, 2) * 900)
    case 'lifted':
      return 520
    case 'opened':
      return 760
    case 'won':
      return 3_200
  }
}

/** A match some turns in, so that the first sight shows what it is about. */
export const demoAt = (seed: number, turns: number): DemoState => {
  let state = startDemo(seed)
  while (state.stage !== 'won' && (state.turn < turns || state.stage !== 'lifted')) state = advanceDemo(state)
  return state
}
