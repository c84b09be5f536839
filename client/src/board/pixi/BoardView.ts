import { Container } from 'pixi.js'
import type { Fact } from '../../machines/match/facts.ts'
import { tileRect } from '../layout/layout.ts'
import { type BoardScene, openedTile, type TileScene } from '../model/scene.ts'
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
  /** From one tile that the house opens to the next. */
  cascade: 60,
  /** A board's last tile is seen for this long before the next board is dealt. */
  look: 640,
}

const isOpen = (tile: TileScene | undefined): boolean => tile?.kind === 'open' || tile?.kind === 'mine'

/** Whether a player opened it: a board begins with what the house opened. */
const isPlayed = (tile: TileScene): boolean => isOpen(tile) && !('by' in tile && tile.by === 'house')

/** The tiles that an event opens. */
const openedBy = (event: Fact['event']): readonly number[] => {
  if (event.type === 'TileOpened') return [event.tile]
  return event.type === 'BoardBegun' ? (event.openers ?? []).map(({ tile }) => tile) : []
}

const isNextBoard = ({ event }: Fact): boolean => event.type === 'BoardBegun' && event.board > 0

/**
 * The board on the canvas: React gives it a dress and scenes, and never touches its tiles. It draws tiles and effects
 * alone; frame, tray and coordinates are CSS beneath it.
 */
export class BoardView extends Container {
  #dress: Dress | null = null
  #tiles: TileView[] = []
  #scene: BoardScene | null = null
  /** What led to the scene that comes next. */
  #heard: Fact[] = []
  #tweens: Tweens | null = null
  #spectacle: Spectacle | null = null
  /** What is shaken, about the view's own place. */
  #table = new Container()
  /** The next board, not dealt yet while the last one's end is seen. */
  #undealt: (() => void) | null = null
  /** What moves a tile while it is not opened: the ring of one on its way, or one that rises. */
  #motions = new Map<number, () => void>()
  /** The tile under a finger. */
  #touched: number | null = null
  #releaseSparks: (() => void) | null = null

  constructor() {
    super()
    this.addChild(this.#table)
  }

  /** An atlas, a layout and tints; the scene shown before is drawn again with them. */
  set dress(dress: Dress) {
    this.#undealt = null
    this.#tweens?.finish()
    // A ring that turns begins again when it ends: what is left of the old tiles holds the loop no longer.
    this.#tweens?.clear()
    this.#stopSparks()
    this.#motions.clear()
    for (const child of this.#table.removeChildren()) child.destroy({ children: true })
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
      board: this.#table,
      layer: new Container(),
      onSparks: () => {
        this.#releaseSparks ??= dress.loop.hold()
      },
    })
    this.#table.addChild(ground, raised, ...this.#spectacle.layers)
    if (this.#scene) this.#draw(this.#scene)
    dress.loop.invalidate()
  }

  /** Draws all of it again, once a lost context is back. */
  restore(): void {
    if (this.#dress) this.dress = this.#dress
  }

  /** Keeps what happened until the scene it led to is here. */
  hear(fact: Fact): void {
    this.#heard.push(fact)
  }

  /** Shows a scene, and plays what led to it. */
  set scene(scene: BoardScene) {
    const facts = this.#takeHeard(scene)
    const previous = this.#scene
    this.#scene = scene
    const dress = this.#dress
    if (!dress) return
    this.#dealNow()
    dress.loop.invalidate()
    const isNext = facts.some(isNextBoard)
    const isPlayedOn = isNext && scene.tiles.some(isPlayed)
    const isShownAtOnce =
      dress.calm || isPlayedOn || facts.some(({ event }) => event.type === 'Jumped') || !previous
    if (isShownAtOnce) {
      this.#tweens?.finish()
      this.#redraw(previous, scene)
      return
    }
    if (isNext) this.#turnBoard(facts)
    else this.#redraw(previous, scene)
    facts.forEach(this.#play, this)
  }

  /** What was heard by now, unless an opening is among it that this scene, rendered before it, does not show. */
  #takeHeard({ tiles }: BoardScene): readonly Fact[] {
    const isEarly = ({ event }: Fact) => openedBy(event).some((tile) => !isOpen(tiles[tile]))
    return this.#heard.some(isEarly) && !this.#heard.some(isNextBoard) ? [] : this.#heard.splice(0)
  }

  /** A finger is on a tile, or left it: the cap answers before anything is sent. */
  touch(index: number, down: boolean): void {
    const tile = this.#tiles[index]
    const kind = this.#scene?.tiles[index]?.kind
    if (!tile || !this.#dress || (kind !== 'closed' && kind !== 'armed')) return
    if (!down && this.#touched !== index) return
    this.#touched = down ? index : null
    this.#stopMotion(index)
    if (down || this.#dress.calm) tile.press(down ? 1 : 0)
    else this.#rise(index, tile)
    this.#dress.loop.invalidate()
  }

  /** Moves effects on by so many milliseconds. */
  advance(elapsed: number): void {
    this.#tweens?.advance(elapsed)
    if (this.#spectacle && !this.#spectacle.advance(elapsed)) this.#stopSparks()
  }

  override destroy(): void {
    this.#tweens?.clear()
    this.#stopSparks()
    super.destroy({ children: true })
  }

  #draw(scene: BoardScene): void {
    scene.tiles.forEach((_, index) => {
      this.#show(index)
    })
  }

  /** A tile that stays what it was keeps its sprites: on a slow phone those of a whole board cost more than a frame. */
  #redraw(previous: BoardScene | null, scene: BoardScene): void {
    scene.tiles.forEach(({ kind }, index) => {
      const was = previous?.tiles[index]
      if (was === scene.tiles[index]) return
      const tile = this.#show(index)
      // The move was refused: up again.
      if (tile && was?.kind === 'pending' && (kind === 'closed' || kind === 'armed')) this.#rise(index, tile)
    })
  }

  #show(index: number): TileView | undefined {
    const tile = this.#tiles[index]
    const scene = this.#scene?.tiles[index]
    if (!tile || !scene) return
    this.#stopMotion(index)
    if (this.#touched === index) this.#touched = null
    tile.show(scene)
    if (scene.kind === 'pending' && scene.stage === 'sent' && !this.#dress?.calm) this.#orbit(index, tile)
    return tile
  }

  #stopMotion(index: number): void {
    this.#motions.get(index)?.()
    this.#motions.delete(index)
  }

  /** The pending ring turns for as long as the move is on its way. */
  #orbit(index: number, tile: TileView): void {
    const stop = this.#run({
      duration: 900,
      ease: (part) => part,
      step: (part) => tile.turn(part * 2 * Math.PI),
      done: () => this.#orbit(index, tile),
    })
    this.#motions.set(index, stop)
  }

  #rise(index: number, tile: TileView): void {
    const stop = this.#run({ duration: times.press, step: (part) => tile.press(1 - part) })
    this.#motions.set(index, stop)
  }

  #run(tween: Parameters<Tweens['run']>[0]): () => void {
    return this.#tweens?.run(tween) ?? (() => undefined)
  }

  #play({ event }: Fact): void {
    switch (event.type) {
      case 'TileOpened':
        if (event.mine) this.#explode(event.tile)
        else this.#sink(event.tile)
        break
      case 'Settled':
        this.#spectacle?.celebrate(this.#tiles, event.payouts[0]?.seat ?? 0)
        break
      case 'BoardBegun':
        // The tiles of a next board are opened once it is dealt.
        if (event.board === 0) this.#cascade(openedBy(event))
        break
      case 'Jumped':
      case 'SeatTaken':
      case 'SeatLeft':
      case 'Locked':
      case 'SeedRevealed':
      case 'Started':
      case 'TurnStarted':
      case 'SeatOut':
      case 'ClockCompensated':
      case 'Voided':
        break
    }
  }

  #sink(index: number, delay = 0): void {
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

  /** What the house opens sinks tile by tile, from the top left, where the light comes from. */
  #cascade(tiles: readonly number[], delay = 0): void {
    for (const [place, tile] of tiles.toSorted((a, b) => a - b).entries())
      this.#sink(tile, delay + place * times.cascade)
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
  #turnBoard(facts: readonly Fact[]): void {
    const begin = () => {
      this.#undealt = null
      // What still moves belongs to the tiles of the board that goes.
      this.#tweens?.finish()
      if (this.#scene) this.#draw(this.#scene)
      this.#deal(facts.filter(isNextBoard).flatMap(({ event }) => openedBy(event)))
    }
    this.#tweens?.finish()
    const seen = facts.flatMap(({ event, state }) => {
      const open = event.type === 'TileOpened' && state.board?.tiles[event.tile]
      return open ? [{ tile: event.tile, open }] : []
    })
    for (const { tile, open } of seen) {
      this.#stopMotion(tile)
      this.#tiles[tile]?.show(openedTile(open, true))
    }
    if (seen.length === 0) {
      begin()
      return
    }
    this.#undealt = begin
    this.#run({ duration: times.look, step: () => undefined, done: () => this.#dealNow() })
  }

  #dealNow(): void {
    this.#undealt?.()
  }

  /** The next board: tiles turn up one diagonal after the other; then the house opens its own. */
  #deal(openers: readonly number[]): void {
    const { columns = 1, rows = 1 } = this.#dress?.layout ?? {}
    const dealtAt = (diagonal: number) => diagonal * times.stagger * 1.6
    this.#cascade(openers, dealtAt(columns + rows - 2) + times.flip)
    this.#tiles.forEach((tile, index) => {
      const diagonal = (index % columns) + Math.floor(index / columns)
      tile.flip(0)
      this.#run({ duration: times.flip, delay: dealtAt(diagonal), step: tile.flip })
    })
  }
}
