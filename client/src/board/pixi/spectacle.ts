import { type Container, Sprite } from 'pixi.js'
import { shockReach, tileRect } from '../layout/layout.ts'
import { createSparks, ringOfSparks } from './sparks.ts'
import type { Outfit, TileView } from './tile-view.ts'
import { ease, type Tweens } from './tweens.ts'

/** Milliseconds, as the tokens of the interface have them. */
const times = { hitStop: 50, flash: 140, shock: 420, cool: 900, shake: 260, nod: 420 }

type Stage = {
  outfit: Outfit
  tweens: Tweens
  /** What is shaken, about its own place. */
  board: Container
  layer: Container
  /** Sparks fly from now on, until `advance` says that none is left. */
  onSparks(): void
}

/** The board's great moments: a mine, and the pot's winner. */
export const createSpectacle = ({ outfit, tweens, board, layer, onSparks }: Stage) => {
  const { layout, tints, atlas } = outfit
  // Light added to a light board is not seen: there, effects are painted over it.
  const blendMode = tints.light ? 'normal' : 'add'
  const sparks = createSparks(atlas.texture('spark'), blendMode)

  const burst = (from: { x: number; y: number }, size: number, colors: readonly number[]) => {
    sparks.burst(ringOfSparks(from, size, colors))
    onSparks()
  }
  const shake = (strength: number) => {
    tweens.run({
      duration: times.shake,
      ease: (part) => part,
      step: (part) => {
        const left = (1 - part) ** 2 * strength
        board.position.set(Math.sin(part * 46) * left, Math.cos(part * 39) * left)
      },
      done: () => board.position.set(0, 0),
    })
  }

  return {
    /** Drawn over the tiles. */
    layers: [layer, sparks.view] as const,
    advance: sparks.advance,
    explode(tile: TileView, index: number) {
      const { x, y, width } = tileRect(layout, index)
      const middle = { x: x + width / 2, y: y + width / 2 }
      const sprite = (name: 'glow' | 'wave', tint: number) => {
        const made = new Sprite({ texture: atlas.texture(name), tint, anchor: 0.5, position: middle })
        made.blendMode = blendMode
        layer.addChild(made)
        return made
      }
      const flash = sprite('glow', 0xfff1dc)
      flash.setSize(width * 1.5)
      tile.pop(0.7)
      tile.cool(1)
      tweens.freeze(times.hitStop)
      tweens.run({
        duration: times.flash,
        step: (part) => {
          flash.alpha = 1 - part
        },
        done: () => flash.destroy(),
      })
      const wave = sprite('wave', tints.danger)
      wave.alpha = 0
      tweens.run({
        duration: times.shock,
        step: (part) => {
          wave.setSize(width * (0.8 + (2 * shockReach - 0.8) * part))
          wave.alpha = (1 - part) * 0.9
        },
        done: () => wave.destroy(),
      })
      tweens.run({
        duration: times.shock * 0.6,
        ease: ease.settle,
        step: (part) => tile.pop(0.7 + 0.3 * part),
      })
      tweens.run({ duration: times.cool, step: (part) => tile.cool(1 - part) })
      shake(layout.tile * 0.05)
      const embers = tints.light ? [0xc8641e, tints.shade] : [0xffb45a, 0xfff1dc]
      burst(middle, width, [tints.danger, ...embers])
    },
    celebrate(tiles: readonly TileView[], seat: number) {
      const { columns, rows, tray, overhang } = layout
      tiles.forEach((tile, index) => {
        if (!tile.raised.visible) return
        const reach = Math.hypot(
          (index % columns) - columns / 2 + 0.5,
          Math.floor(index / columns) - rows / 2 + 0.5,
        )
        tweens.run({
          duration: times.nod,
          delay: reach * 60,
          ease: (part) => Math.sin(part * Math.PI),
          step: (part) => tile.press(part >= 1 ? 0 : part * 0.9),
        })
      })
      const color = tints.seats[seat] ?? tints.primary
      // On a small board as far as the canvas goes, and no farther.
      const room = Math.min(tray.width, tray.height) / 2 + overhang
      const size = Math.min(layout.tile * 2.2, room / shockReach)
      burst({ x: tray.width / 2, y: tray.height / 2 }, size, [color, tints.primary, tints.coin])
    },
  }
}
export type Spectacle = ReturnType<typeof createSpectacle>
