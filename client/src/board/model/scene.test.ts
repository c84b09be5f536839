import { describe, expect, it } from 'vitest'
import { playedMatch } from './played-match.ts'
import { boardScene, pickedIn, tally } from './scene.ts'

describe('the scene of a board', () => {
  it('is all closed tiles before anything is known', () => {
    const scene = boardScene(playedMatch({ until: 'gathering' }).state())
    expect(scene.tiles).toHaveLength(16)
    expect(scene.tiles.every(({ kind }) => kind === 'closed')).toBe(true)
    expect(scene).toMatchObject({ yours: false, playable: false })
  })

  it('marks the newest opening and whose it is', () => {
    const match = playedMatch()
    const first = match.open('safe')
    const second = match.open('safe')
    const [a, b] = [first.moves[0], second.moves[1]]
    if (!a || !b) throw new Error('two moves were made')
    const scene = boardScene(second)
    expect(scene.tiles[a.tile]).toMatchObject({ kind: 'open', seat: a.seat, last: false, clue: a.clue })
    expect(scene.tiles[b.tile]).toMatchObject({ kind: 'open', seat: b.seat, last: true })
  })

  it('shows what the house opened as no seat’s, and never as the newest opening', () => {
    const match = playedMatch({ rules: { mines: 3, openers: 3, fade: 1, rise: 2 } })
    const openers = boardScene(match.state()).tiles.filter(({ kind }) => kind === 'open')
    expect(openers).toHaveLength(3)
    for (const opener of openers) expect(opener).toMatchObject({ by: 'house', seat: null, last: false })
    const scene = boardScene(match.open('safe'))
    expect(scene.tiles.filter((tile) => 'last' in tile && tile.last)).toHaveLength(1)
  })

  it('shows whose pick is being drawn at a sealed table, and how many of the links for it are here', () => {
    const state = playedMatch({ seats: 3 }).state()
    expect(pickedIn(state)).toBeNull()
    const pick = { turn: 0, seat: 1, tile: 5, by: 'hand', at: 0, links: [{ seat: 1, link: 'ab' }] } as const
    const picked = pickedIn({ ...state, pick })
    expect(picked).toEqual({ kind: 'picked', seat: 1, tile: 5, came: 1, most: 3 })
    const scene = boardScene({ ...state, picked })
    expect(scene.tiles.flatMap(({ kind }, tile) => (kind === 'picked' ? [tile] : []))).toEqual([5])
  })

  it('keeps every tile that a move leaves as it was', () => {
    const match = playedMatch()
    match.open('safe')
    const before = boardScene(match.open('safe')).tiles
    const after = boardScene(match.open('safe')).tiles
    const changed = after.flatMap((tile, index) => (tile === before[index] ? [] : [index]))
    const [, last, newest] = match.state().moves
    // The newest opening, and the one before it, which is the newest no more.
    expect(changed.sort()).toEqual([last?.tile, newest?.tile].sort())
    expect(boardScene(match.state()).tiles.every((tile, index) => tile === after[index])).toBe(true)
  })

  it('shows our move on its way, and never over an opened tile', () => {
    const match = playedMatch()
    const state = match.open('safe')
    const opened = state.moves[0]?.tile ?? -1
    const free = state.board?.tiles.indexOf(null) ?? -1
    const pending = { commandId: 'c', turn: 1, tile: free, stage: 'sent' as const }
    expect(boardScene({ ...state, pending }).tiles[free]).toEqual({ kind: 'pending', stage: 'sent' })
    expect(boardScene({ ...state, pending: { ...pending, tile: opened } }).tiles[opened]?.kind).toBe('open')
  })

  it('arms a tile only while we may play', () => {
    const state = playedMatch().state()
    expect(boardScene({ ...state, armed: 3, canPlay: true }).tiles[3]?.kind).toBe('armed')
    expect(boardScene({ ...state, armed: 3, canPlay: false }).tiles[3]?.kind).toBe('closed')
  })

  it('counts mines and closed tiles left', () => {
    const match = playedMatch()
    expect(tally(match.state())).toEqual({ mines: 4, closed: 16 })
    match.open('safe')
    expect(tally(match.open('mine'))).toEqual({ mines: 3, closed: 14 })
  })

  it('counts the mines of the board that is played', () => {
    const match = playedMatch({ rules: { mines: 7, openers: 8, fade: 4, rise: 1 } })
    expect(tally(match.state())).toEqual({ mines: 7, closed: 8 })
    expect(tally(match.open('safe'))).toEqual({ mines: 8, closed: 12 })
  })
})
