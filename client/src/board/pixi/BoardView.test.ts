import { defaultTheme, derive } from '@minefall/shared/theme'
import { Texture } from 'pixi.js'
import { describe, expect, it } from 'vitest'
import { type Fact, jumped } from '../../machines/match/facts.ts'
import { boardLayout } from '../layout/layout.ts'
import { playedMatch } from '../model/played-match.ts'
import { boardScene, type SceneInput } from '../model/scene.ts'
import { BoardView } from './BoardView.ts'
import { handFrames } from './frames-testing.ts'
import { createRenderLoop } from './render-loop.ts'

/** A board of 16 tiles on frames that come when the test says so. */
const drawnBoard = (rules: Parameters<typeof playedMatch>[0] = {}) => {
  const match = playedMatch(rules)
  match.news()
  const hand = handFrames()
  const view = new BoardView()
  const loop = createRenderLoop(hand.frames, (elapsed) => view.advance(elapsed))
  const layout = boardLayout({ width: 360, height: 360, columns: 4, rows: 4, pixelRatio: 1 })
  const { tints } = derive(defaultTheme.colors)
  view.dress = {
    atlas: { texture: () => Texture.WHITE, release: () => undefined },
    layout,
    tints,
    loop,
    calm: false,
  }
  let now = 0
  const board = {
    match,
    view,
    layout,
    hand,
    show(more: Partial<SceneInput> = {}) {
      view.scene = boardScene({ ...match.state(), ...more })
    },
    /** Draws as many frames as are asked for in so many milliseconds. */
    pass(ms: number): number {
      let frames = 0
      for (let gone = 0; gone < ms; gone += 16) {
        now += 16
        if (hand.tick(now)) frames += 1
      }
      return frames
    },
    hearAll: (facts: readonly Fact[] = match.news()) => {
      for (const fact of facts) view.hear(fact)
    },
    /** How far down the cap of a closed tile is. */
    capAt: (index: number) => view.children[0]?.children[1]?.children[index]?.children[0]?.children[3]?.y,
    isRaised: (index: number) =>
      view.children[0]?.children[1]?.children[index]?.children[0]?.visible === true,
  }
  board.show()
  board.pass(200)
  return board
}

describe('the board on the canvas', () => {
  it('rests under a mouse that goes over it, and asks for no frames', () => {
    const { view, hand, capAt, pass } = drawnBoard()
    const asked = hand.requests()
    for (let tile = 0; tile < 16; tile += 1) view.touch(tile, false)
    expect(capAt(3)).toBe(0)
    expect(pass(200)).toBe(0)
    expect(hand.requests()).toBe(asked)
  })

  it('lowers a tile under the finger and raises it when the finger goes elsewhere', () => {
    const { view, layout, capAt, pass } = drawnBoard()
    view.touch(3, true)
    expect(capAt(3)).toBe(layout.lift - 1)
    view.touch(3, false)
    expect(pass(200)).toBeGreaterThan(1)
    expect(capAt(3)).toBe(0)
  })

  it('keeps a tile down while its move is on its way, and raises it when that is refused', () => {
    const { view, layout, show, capAt, pass, match } = drawnBoard()
    view.touch(3, true)
    view.touch(3, false)
    // The click that sends it comes after the finger is up.
    const turn = match.state().turn?.turn ?? 0
    show({ pending: { commandId: 'c', turn, tile: 3, stage: 'sent' } })
    for (let frame = 0; frame < 8; frame += 1) {
      pass(16)
      expect(capAt(3)).toBe(layout.lift - 1)
    }
    show()
    pass(200)
    expect(capAt(3)).toBe(0)
  })

  it('plays an opening once its scene is here, and rests', () => {
    const { match, show, hearAll, isRaised, pass } = drawnBoard()
    match.open('safe')
    hearAll()
    const tile = match.state().moves[0]?.tile ?? -1
    expect(isRaised(tile)).toBe(true)
    show()
    expect(pass(48)).toBe(3)
    expect(isRaised(tile)).toBe(true)
    pass(400)
    expect(isRaised(tile)).toBe(false)
    expect(pass(400)).toBe(0)
  })

  it('shows what was played without us instead of playing it', () => {
    const { match, view, show, isRaised, pass } = drawnBoard()
    const before = match.state()
    for (let move = 0; move < 3; move += 1) match.open('safe')
    view.hear(jumped(before, match.state()))
    show()
    for (const { tile } of match.state().moves) expect(isRaised(tile)).toBe(false)
    expect(pass(200)).toBe(1)
  })

  it('opens what the house opens tile by tile as the first board begins, and rests', () => {
    const { match, view, show, hearAll, isRaised, pass } = drawnBoard({
      rules: { openers: 4, fade: 1, rise: 0 },
      until: 'locking',
    })
    const openers = match.begin()
    hearAll()
    // What is rendered before the scene of the board is here plays nothing.
    view.scene = boardScene({ ...match.state(), board: null })
    show()
    pass(140)
    expect(openers.map(isRaised)).toEqual([false, true, true, true])
    pass(480)
    expect(openers.map(isRaised)).toEqual([false, false, false, false])
    expect(pass(400)).toBe(0)
  })

  it('deals the next board, then opens what the house opens', () => {
    const { match, show, hearAll, isRaised, pass } = drawnBoard({
      rules: { mines: 7, openers: 8, fade: 6, rise: 0 },
    })
    match.open('safe')
    hearAll()
    show()
    // The last tile of the first board is seen, then all are dealt closed.
    pass(640 + 360)
    const openers = match.state().board?.tiles.flatMap((tile, index) => (tile ? [index] : [])) ?? []
    expect(openers).toHaveLength(2)
    expect(openers.map(isRaised)).toEqual([true, true])
    pass(640)
    expect(openers.map(isRaised)).toEqual([false, false])
    expect(pass(400)).toBe(0)
  })

  it('shows at once what the house opened on a board that is come back to', () => {
    const { match, view, show, isRaised, pass } = drawnBoard({
      rules: { openers: 4, fade: 1, rise: 0 },
      until: 'locking',
    })
    const openers = match.begin()
    match.news()
    view.hear(jumped(null, match.state()))
    show()
    expect(openers.map(isRaised)).toEqual([false, false, false, false])
    expect(pass(200)).toBe(1)
  })

  it('deals the next board once the last tile of the one before was seen', () => {
    const { match, show, hearAll, isRaised, pass } = drawnBoard({ rules: { mines: 14 } })
    match.open('safe')
    hearAll()
    show()
    pass(600)
    match.open('safe')
    const last = match.state().moves.at(-1)?.tile ?? -1
    hearAll()
    show()
    pass(320)
    expect(isRaised(last)).toBe(false)
    pass(640)
    expect(isRaised(last)).toBe(true)
    expect(pass(1_000)).toBeLessThan(40)
    expect(pass(400)).toBe(0)
  })
})
