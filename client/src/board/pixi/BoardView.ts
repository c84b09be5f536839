import { Container } from 'pixi.js'
import type { Fact } from '../../machines/match/facts.ts'
import { tileRect } from '../layout/layout.ts'
import { type BoardScene, openedTile, type TileScene } from '../model/scene.ts'
import type { RenderLoop } from './render-loop.ts'
import { createSpectacle, type Spectacle } from './spectacle.ts'
import { createTileMotions, type TileMotions } from './tile-motions.ts'
import { createTileView, type Outfit, type TileView } from './tile-view.ts'
import { createTweens, type Tweens } from './tweens.ts'

export type Dress = Outfit & { loop: RenderLoop; calm: boolean }

/** A board's last tile is seen for this long before the next board is dealt, in milliseconds. */
const lookMs = 640

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
  #motions: TileMotions | null = null
  #spectacle: Spectacle | null = null
  /** What is shaken, about the view's own place. */
  #table = new Container()
  /** The next board, not dealt yet while the last one's end is seen. */
  #undealt: (() => void) | null = null
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
    this.#motions = createTileMotions({ tweens: this.#tweens, tiles: this.#tiles, layout: dress.layout })
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
    this.#motions?.stop(index)
    if (down || this.#dress.calm) tile.press(down ? 1 : 0)
    else this.#motions?.rise(index, tile)
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
      if (tile && was?.kind === 'pending' && (kind === 'closed' || kind === 'armed'))
        this.#motions?.rise(index, tile)
    })
  }

  #show(index: number): TileView | undefined {
    const tile = this.#tiles[index]
    const scene = this.#scene?.tiles[index]
    if (!tile || !scene) return
    this.#motions?.stop(index)
    if (this.#touched === index) this.#touched = null
    tile.show(scene)
    if (scene.kind === 'pending' && scene.stage === 'sent' && !this.#dress?.calm)
      this.#motions?.orbit(index, tile)
    if (scene.kind === 'picked' && !this.#dress?.calm)
      this.#motions?.roll(index, tile, scene.came / scene.most)
    return tile
  }

  #play({ event }: Fact): void {
    switch (event.type) {
      case 'TileOpened':
        if (event.mine) this.#explode(event.tile)
        else this.#motions?.sink(event.tile)
        break
      case 'Settled':
        this.#spectacle?.celebrate(this.#tiles, event.payouts[0]?.seat ?? 0)
        break
      case 'BoardBegun':
        // The tiles of a next board are opened once it is dealt.
        if (event.board === 0) this.#motions?.cascade(openedBy(event))
        break
      case 'Jumped':
      case 'SeatTaken':
      case 'SeatLeft':
      case 'Locked':
      case 'SeedRevealed':
      case 'TilePicked':
      case 'LinkRevealed':
      case 'Started':
      case 'TurnStarted':
      case 'SeatOut':
      case 'ClockCompensated':
      case 'Voided':
        break
    }
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
      this.#motions?.deal(facts.filter(isNextBoard).flatMap(({ event }) => openedBy(event)))
    }
    this.#tweens?.finish()
    const seen = facts.flatMap(({ event, state }) => {
      const open = event.type === 'TileOpened' && state.board?.tiles[event.tile]
      return open ? [{ tile: event.tile, open }] : []
    })
    for (const { tile, open } of seen) {
      this.#motions?.stop(tile)
      this.#tiles[tile]?.show(openedTile(open, true))
    }
    if (seen.length === 0) {
      begin()
      return
    }
    this.#undealt = begin
    this.#tweens?.run({ duration: lookMs, step: () => undefined, done: () => this.#dealNow() })
  }

  #dealNow(): void {
    this.#undealt?.()
  }
}
