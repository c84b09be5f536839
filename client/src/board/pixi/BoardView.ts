import { Container } from 'pixi.js'
import { tileRect } from '../layout/layout.ts'
import type { BoardEffect } from '../model/effects.ts'
import type { BoardScene } from '../model/scene.ts'
import type { RenderLoop } from './render-loop.ts'
import { createSpectacle, type Spectacle } from './spectacle.ts'
import { createTileView, type Outfit, type TileView } from './tile-view.ts'
import { createTweens, ease, type Tweens } from './tweens.ts'

export type Dress = Outfit & { loop: RenderLoop; calm: boolean }

/** Milliseconds, as the tokens of the interface have them. */
const times = {
  press: 80,
  open: 120,
  flip: 160,
  stagger: 22,
  /** A board's last tile is seen for this long before the next board is dealt. */
  look: 640,
}

/**
 * The board on the canvas, driven by `apply`: React mounts it once and never touches its tiles. It draws tiles
 * and effects alone; frame, tray and coordinates are CSS beneath it.
 */
export class BoardView extends Container {
  #dress: Dress | null = null
  #tiles: TileView[] = []
  #scene: BoardScene | null = null
  #tweens: Tweens | null = null
  #spectacle: Spectacle | null = null
  /** The next board, not dealt yet while the last one's end is seen. */
  #undealt: (() => void) | null = null
  #orbits = new Map<number, () => void>()
  #releaseSparks: (() => void) | null = null

  /** Takes an atlas, a layout and tints; the scene shown before is drawn anew with them. */
  dress(dress: Dress): void {
    this.#undealt = null
    this.#tweens?.finish()
    // A ring that turns begins anew when it ends: what is left of the old tiles holds the loop no longer.
    this.#tweens?.clear()
    this.#stopSparks()
    this.#orbits.clear()
    for (const child of this.removeChildren()) child.destroy({ children: true })
    this.#dress = dress
    this.#tweens = createTweens(dress.loop)
    this.#tiles = []
    const ground = new Container()
    const raised = new Container()
    const { columns, rows } = dress.layout
    for (let index = 0; index < columns * rows; index += 1) {
      const tile = createTileView(dress)
      const { x, y } = tileRect(dress.layout, index)
      tile.ground.position.set(x, y)
      const holder = new Container()
      holder.position.set(x, y)
      holder.addChild(tile.raised)
      ground.addChild(tile.ground)
      raised.addChild(holder)
      this.#tiles.push(tile)
    }
    this.#spectacle = createSpectacle({
      outfit: dress,
      tweens: this.#tweens,
      board: this,
      layer: new Container(),
      onSparks: () => {
        this.#releaseSparks ??= dress.loop.hold()
      },
    })
    this.addChild(ground, raised, ...this.#spectacle.layers)
    if (this.#scene) this.#draw(this.#scene)
    dress.loop.invalidate()
  }

  /** Shows the scene, and what led to it. */
  apply({ scene, effects }: { scene: BoardScene; effects: readonly BoardEffect[] }): void {
    const previous = this.#scene
    this.#scene = scene
    const dress = this.#dress
    if (!dress) return
    this.#dealNow()
    const jump = !previous || dress.calm || effects.some(({ kind }) => kind === 'jump' || kind === 'board')
    if (jump) {
      this.#tweens?.finish()
      const turns = !dress.calm && effects.some(({ kind }) => kind === 'board')
      if (turns) this.#turnBoard(scene, effects)
      else this.#draw(scene)
    } else {
      scene.tiles.forEach((tile, index) => {
        if (tile !== previous.tiles[index]) this.#show(index)
      })
    }
    if (!dress.calm) for (const effect of effects) this.#play(effect)
    dress.loop.invalidate()
  }

  /** A finger is on a tile, or left it: the cap answers before anything is sent. */
  touch(index: number, down: boolean): void {
    const tile = this.#tiles[index]
    const kind = this.#scene?.tiles[index]?.kind
    if (!tile || !this.#dress || (kind !== 'closed' && kind !== 'armed')) return
    if (this.#dress.calm || down) tile.press(down ? 1 : 0)
    else this.#run({ duration: times.press, step: (part) => tile.press(1 - part) })
    this.#dress.loop.invalidate()
  }

  /** Moves effects on by so many milliseconds. */
  advance(elapsed: number): void {
    this.#tweens?.advance(elapsed)
    if (this.#spectacle && !this.#spectacle.advance(elapsed)) this.#stopSparks()
  }

  override destroy(options?: Parameters<Container['destroy']>[0]): void {
    this.#tweens?.clear()
    this.#stopSparks()
    super.destroy(options)
  }

  #draw(scene: BoardScene): void {
    scene.tiles.forEach((_, index) => {
      this.#show(index)
    })
  }

  #show(index: number): void {
    const tile = this.#tiles[index]
    const scene = this.#scene?.tiles[index]
    if (!tile || !scene) return
    this.#stopOrbit(index)
    tile.show(scene)
    if (scene.kind === 'pending' && scene.stage === 'sent' && !this.#dress?.calm) this.#orbit(index, tile)
  }

  #stopOrbit(index: number): void {
    this.#orbits.get(index)?.()
    this.#orbits.delete(index)
  }

  /** The pending ring turns for as long as the move is on its way. */
  #orbit(index: number, tile: TileView): void {
    const stop = this.#run({
      duration: 900,
      ease: (part) => part,
      step: (part) => tile.turn(part * 2 * Math.PI),
      done: () => this.#orbit(index, tile),
    })
    this.#orbits.set(index, stop)
  }

  #run(tween: Parameters<Tweens['run']>[0]): () => void {
    return this.#tweens?.run(tween) ?? (() => undefined)
  }

  #play(effect: BoardEffect): void {
    switch (effect.kind) {
      case 'open':
        this.#sink(effect.tile, 0)
        break
      case 'mine':
        this.#explode(effect.tile)
        break
      case 'lift':
        this.#rise(effect.tile)
        break
      case 'win':
        this.#spectacle?.celebrate(this.#tiles, effect.seats[0] ?? 0)
        break
      case 'board':
      case 'press':
      case 'turn':
      case 'jump':
        break
    }
  }

  #sink(index: number, delay: number): void {
    const tile = this.#tiles[index]
    if (!tile) return
    tile.sink(0)
    tile.pop(0.6)
    this.#run({ duration: times.open, delay, step: tile.sink })
    this.#run({
      duration: times.open * 1.6,
      delay: delay + times.open * 0.4,
      ease: ease.settle,
      step: (part) => tile.pop(0.6 + 0.4 * part),
    })
  }

  #rise(index: number): void {
    const tile = this.#tiles[index]
    if (tile) this.#run({ duration: times.press, step: (part) => tile.press(1 - part) })
  }

  #explode(index: number): void {
    const tile = this.#tiles[index]
    if (tile) this.#spectacle?.explode(tile, index)
  }

  #stopSparks(): void {
    this.#releaseSparks?.()
    this.#releaseSparks = null
  }

  /** What ended the board before is seen first, if it came with the next board; then that is dealt. */
  #turnBoard({ newest }: BoardScene, effects: readonly BoardEffect[]): void {
    const isSeen = effects.some(({ kind }) => kind === 'open' || kind === 'mine')
    const begin = () => {
      this.#undealt = null
      // What still moves belongs to the tiles of the board that goes.
      this.#tweens?.finish()
      if (this.#scene) this.#draw(this.#scene)
      this.#deal()
    }
    if (!isSeen || !newest) {
      begin()
      return
    }
    this.#stopOrbit(newest.tile)
    this.#tiles[newest.tile]?.show(newest.opened)
    this.#undealt = begin
    this.#run({ duration: times.look, step: () => undefined, done: () => this.#dealNow() })
  }

  #dealNow(): void {
    this.#undealt?.()
  }

  /** The next board: tiles turn up one diagonal after the other. */
  #deal(): void {
    const columns = this.#dress?.layout.columns ?? 1
    this.#tiles.forEach((tile, index) => {
      const diagonal = (index % columns) + Math.floor(index / columns)
      tile.flip(0)
      this.#run({ duration: times.flip, delay: diagonal * times.stagger * 1.6, step: tile.flip })
    })
  }
}
