import { describe, expect, it } from 'vitest'
import { diff } from './effects.ts'
import { playedMatch } from './played-match.ts'
import { type BoardScene, boardScene, tally } from './scene.ts'

const sceneOf = (state: ReturnType<ReturnType<typeof playedMatch>['state']>, more = {}): BoardScene =>
  boardScene({ state, seat: 0, pending: null, canPlay: false, armed: null, ...more })

const kinds = (previous: BoardScene | null, next: BoardScene) => diff(previous, next).map(({ kind }) => kind)

describe('the scene of a board', () => {
  it('is all closed tiles before anything is known', () => {
    const { state } = playedMatch({ until: 'gathering' })
    const scene = sceneOf(state())
    expect(scene.tiles).toHaveLength(16)
    expect(scene.tiles.every(({ kind }) => kind === 'closed')).toBe(true)
    expect(scene).toMatchObject({ board: null, turnSeat: null, yours: false, over: false })
  })

  it('marks the newest opening and whose it is', () => {
    const match = playedMatch()
    const first = match.open('safe')
    const second = match.open('safe')
    const [a, b] = [first.moves[0], second.moves[1]]
    if (!a || !b) throw new Error('two moves were made')
    const scene = sceneOf(second)
    expect(scene.tiles[a.tile]).toMatchObject({ kind: 'open', seat: a.seat, last: false, clue: a.clue })
    expect(scene.tiles[b.tile]).toMatchObject({ kind: 'open', seat: b.seat, last: true })
  })

  it('shows our move on its way, and never over an opened tile', () => {
    const match = playedMatch()
    const state = match.open('safe')
    const opened = state.moves[0]?.tile ?? -1
    const free = state.board?.tiles.indexOf(null) ?? -1
    const pending = { commandId: 'c', turn: 1, tile: free, stage: 'sent' as const }
    expect(sceneOf(state, { pending }).tiles[free]).toEqual({ kind: 'pending', stage: 'sent' })
    expect(sceneOf(state, { pending: { ...pending, tile: opened } }).tiles[opened]?.kind).toBe('open')
  })

  it('arms a tile only while we may play', () => {
    const state = playedMatch().state()
    expect(sceneOf(state, { armed: 3, canPlay: true }).tiles[3]?.kind).toBe('armed')
    expect(sceneOf(state, { armed: 3, canPlay: false }).tiles[3]?.kind).toBe('closed')
  })

  it('counts mines and closed tiles left', () => {
    const match = playedMatch()
    expect(tally(match.state())).toEqual({ mines: 4, closed: 16 })
    match.open('safe')
    expect(tally(match.open('mine'))).toEqual({ mines: 3, closed: 14 })
  })
})

describe('what is noticed between two scenes', () => {
  it('is a jump at first sight, and nothing when nothing changed', () => {
    const scene = sceneOf(playedMatch().state())
    expect(kinds(null, scene)).toEqual(['jump'])
    expect(kinds(scene, scene)).toEqual([])
  })

  it('is a press, then the opening and the next turn', () => {
    const match = playedMatch()
    const before = match.state()
    const pending = { commandId: 'c', turn: 0, tile: 5, stage: 'sent' as const }
    const pressed = sceneOf(before, { pending })
    expect(diff(sceneOf(before), pressed)).toEqual([{ kind: 'press', tile: 5 }])
    expect(kinds(pressed, sceneOf(before, { pending: { ...pending, stage: 'committed' } }))).toEqual([])
    expect(kinds(sceneOf(before), sceneOf(match.open('safe')))).toEqual(['open', 'turn'])
  })

  it('lifts a tile whose move was refused', () => {
    const state = playedMatch().state()
    const pressed = sceneOf(state, { pending: { commandId: 'c', turn: 0, tile: 5, stage: 'sent' } })
    expect(diff(pressed, sceneOf(state))).toEqual([{ kind: 'lift', tile: 5 }])
  })

  it('is a mine and the turn of the next, then the win of the last one standing', () => {
    const match = playedMatch()
    const before = sceneOf(match.state())
    const after = sceneOf(match.open('mine'))
    expect(kinds(before, after)).toEqual(['mine', 'turn'])
    const end = sceneOf(match.open('mine'))
    expect(kinds(after, end)).toEqual(['mine', 'win'])
    expect(end.winners).toHaveLength(1)
  })

  it('deals the next board when no safe tile is left', () => {
    const match = playedMatch({ rules: { mines: 14 } })
    match.open('safe')
    const before = sceneOf(match.state())
    const after = sceneOf(match.open('safe'))
    expect(after.board).toBe(1)
    const last = match.state().moves.at(-1)
    expect(diff(before, after)).toMatchObject([
      { kind: 'open', tile: last?.tile, clue: last?.clue, seat: last?.seat },
      { kind: 'board', board: 1 },
      { kind: 'turn' },
    ])
    // The board's last opening was seen before the next board came.
    const { tile = -1, opened } = after.newest ?? {}
    const seen = { ...before, tiles: before.tiles.with(tile, opened ?? { kind: 'closed' }) }
    expect(kinds(seen, after)).toEqual(['board', 'turn'])
  })

  it('shows what was played without us instead of playing it', () => {
    const match = playedMatch()
    const before = sceneOf(match.state())
    for (let move = 0; move < 3; move += 1) match.open('safe')
    expect(kinds(before, sceneOf(match.state()))).toEqual(['jump'])
  })
})
