import { describe, expect, it } from 'vitest'
import { boardLayout, shockReach, tileRect, tileSize } from './layout.ts'

const six = { columns: 6, rows: 6 }
const eight = { columns: 8, rows: 8 }

describe('the layout of a board', () => {
  it.each([1, 1.25, 1.5, 2, 2.625, 3])('stands on whole device pixels at a ratio of %d', (pixelRatio) => {
    const layout = boardLayout({ width: 374, height: 460, ...six, pixelRatio })
    for (const length of [
      layout.tile,
      layout.gap,
      layout.pitch,
      layout.pad,
      layout.tray.x,
      layout.tray.y,
      layout.overhang,
    ]) {
      expect(Math.abs(length * pixelRatio - Math.round(length * pixelRatio))).toBeLessThan(1e-6)
    }
  })

  it.each([
    ['a phone of 390', { width: 374, height: 470, ...six, pixelRatio: 3 }],
    ['a phone of 360×640', { width: 344, height: 372, ...six, pixelRatio: 2 }],
    ['a phone held wide', { width: 330, height: 320, ...six, pixelRatio: 2 }],
    ['a desktop', { width: 640, height: 600, ...six, pixelRatio: 1 }],
    ['eight by eight on a phone', { width: 344, height: 372, ...eight, pixelRatio: 2 }],
  ])('fits %s', (_, room) => {
    const layout = boardLayout(room)
    expect(layout.board.width).toBeLessThanOrEqual(room.width)
    expect(layout.board.height).toBeLessThanOrEqual(room.height)
    expect(layout.tile).toBeGreaterThan(tileSize.smallest)
  })

  it('gives tiles to touch: 44 and up at 360, and a second tap below 40', () => {
    expect(boardLayout({ width: 344, height: 372, ...six, pixelRatio: 2 })).toMatchObject({ confirm: false })
    expect(boardLayout({ width: 344, height: 372, ...six, pixelRatio: 2 }).tile).toBeGreaterThanOrEqual(44)
    expect(boardLayout({ width: 344, height: 372, ...eight, pixelRatio: 2 })).toMatchObject({ confirm: true })
  })

  it('has room on its canvas for a mine in the corner', () => {
    const layout = boardLayout({ width: 640, height: 600, ...six, pixelRatio: 1 })
    const corner = tileRect(layout, 35)
    const reach = corner.x + layout.tile / 2 + shockReach * layout.tile
    expect(layout.tray.width + layout.overhang).toBeGreaterThanOrEqual(reach)
  })

  it('draws no finer than two device pixels', () => {
    expect(boardLayout({ width: 374, height: 470, ...six, pixelRatio: 3 }).resolution).toBe(2)
    expect(boardLayout({ width: 374, height: 470, ...six, pixelRatio: 1.5 }).resolution).toBe(1.5)
  })

  it('stays a board in no room at all', () => {
    expect(boardLayout({ width: 0, height: 0, ...six, pixelRatio: 0 }).tile).toBe(tileSize.smallest)
  })
})
