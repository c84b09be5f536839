import type { BoardTints } from '@minefall/shared/theme'
import { Container, Sprite } from 'pixi.js'
import type { BoardLayout } from '../layout/layout.ts'
import { silentClue, type TileScene } from '../model/scene.ts'
import type { Atlas } from './atlas.ts'
import { bleed, type PictureName } from './paint.ts'

export type Outfit = { atlas: Atlas; layout: BoardLayout; tints: BoardTints }

const mixed = (from: number, to: number, part: number): number => {
  const channel = (shift: number) => {
    const a = (from >> shift) & 255
    const b = (to >> shift) & 255
    return Math.round(a + (b - a) * part) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** The sprites of one tile. The well lies on the ground layer, so that the shadows of neighbours fall on it. */
export type TileView = {
  ground: Container
  raised: Container
  /** Draws a scene at rest. */
  show(tile: TileScene): void
  /** How far the cap is down, 0 to 1. */
  press(part: number): void
  /** How far an opened tile has sunk, 0 (closed) to 1 (a well). */
  sink(part: number): void
  /** Size of the numeral or mine, for its little bounce. */
  pop(scale: number): void
  /** Heat left in a mine, 1 to 0: what is left is the scorch mark. */
  cool(heat: number): void
  /** Turns the pending ring. */
  turn(radians: number): void
  /** Narrows the tile around its middle for a flip. */
  flip(width: number): void
}

export const createTileView = ({ atlas, layout, tints }: Outfit): TileView => {
  const { tile, lift } = layout
  const sprite = (name: PictureName, tint: number, x = 0, y = 0, alpha = 1) => {
    const made = new Sprite({ texture: atlas.texture(name), tint, alpha })
    made.position.set(x, y)
    return made
  }
  const centered = (name: PictureName, tint: number, y: number) => {
    const made = sprite(name, tint, tile / 2, y)
    made.anchor.set(0.5)
    return made
  }

  const ground = new Container()
  const raised = new Container()
  const shadow = sprite(
    'shadow',
    tints.shade,
    lift * 0.5 - tile * bleed,
    lift * 1.7 - tile * bleed,
    tints.light ? 0.26 : 0.46,
  )
  const foot = sprite('slab', tints.tileSkirtDim, 0, lift + 1)
  const skirt = sprite('slab', tints.tileSkirt, 0, lift)
  const cap = new Container()
  const base = sprite('slab', tints.tileLow)
  const face = sprite('cap', tints.tileLit)
  const lit = sprite('edge', tints.lit)
  cap.addChild(base, face, lit)
  raised.addChild(shadow, foot, skirt, cap)
  let mark: Sprite | null = null

  const clear = () => {
    for (const child of ground.removeChildren()) child.destroy()
    for (const child of cap.children.slice(3)) child.destroy()
    mark = null
    orbit = null
    ember = null
  }
  let orbit: Sprite | null = null
  let ember: Sprite | null = null

  const press = (part: number) => {
    const down = (lift - 1) * part
    cap.y = down
    skirt.y = lift
    skirt.visible = true
    foot.visible = part < 1
    shadow.alpha = (tints.light ? 0.26 : 0.46) * (1 - 0.85 * part)
    lit.alpha = 1 - 0.5 * part
  }
  const ringed = (seat: number) => {
    ground.addChild(sprite('outline', tints.seats[seat] ?? tints.text, 0, 0, 0.74))
  }
  const dig = (seat: number, last: boolean) => {
    ground.removeChildren()
    ground.addChild(sprite('lip', tints.lit, 0, 0, tints.light ? 0.9 : 0.62))
    const floor = sprite('slab', tints.well)
    floor.height = tile - 2
    floor.width = tile - 2
    floor.position.set(1, 1)
    ground.addChild(floor)
    ground.addChild(sprite('shade', tints.shade, 0, 0, tints.light ? 0.5 : 1))
    if (last) ringed(seat)
  }

  const sink = (part: number) => {
    raised.visible = part < 1
    cap.y = (lift + 1) * Math.min(1, part * 1.4)
    raised.alpha = 1 - part ** 2
    ground.alpha = 1
    if (mark) mark.alpha = part
  }

  const show = (scene: TileScene) => {
    clear()
    raised.scale.set(1)
    raised.position.set(0, 0)
    raised.alpha = 1
    base.tint = tints.tileLow
    face.tint = tints.tileLit
    face.alpha = 1
    if (scene.kind === 'open' || scene.kind === 'mine') {
      dig(scene.seat, scene.last && scene.kind === 'open')
      raised.visible = false
    } else {
      raised.visible = true
      press(scene.kind === 'pending' ? 1 : 0)
    }
    if (scene.kind === 'pending') {
      base.tint = mixed(tints.tileLow, tints.primary, 0.14)
      face.tint = mixed(tints.tileLow, tints.primary, 0.26)
      const middle = (tile - lift) / 2
      const ring = sprite('outline', tints.primary, 0, 0)
      ring.height = tile - lift
      cap.addChild(ring)
      const track = centered('orbit', tints.primary, middle)
      track.alpha = 0.3
      cap.addChild(track)
      orbit = centered('arc', mixed(tints.primary, 0xffffff, 0.12), middle)
      if (scene.stage === 'committed') orbit.texture = atlas.texture('orbit')
      cap.addChild(orbit)
    }
    if (scene.kind === 'armed') {
      const ring = sprite('dashes', tints.primary)
      ring.height = tile - lift
      cap.addChild(ring)
    }
    if (scene.kind === 'open') {
      const silent = scene.clue === silentClue
      const name = silent || scene.clue === 0 ? 'dot' : numeralOf(scene.clue)
      const tint = silent ? (tints.seats[scene.seat] ?? tints.text) : (tints.clues[scene.clue] ?? tints.text)
      mark = centered(name, tint, tile / 2)
      ground.addChild(mark)
    }
    if (scene.kind === 'mine') {
      const bed = sprite('slab', tints.scorch)
      bed.setSize(tile - 2, tile - 2)
      bed.position.set(1, 1)
      ground.addChild(bed)
      ember = sprite('ember', tints.danger)
      ground.addChild(ember)
      if (scene.last) ringed(scene.seat)
      mark = centered('mine', 0xffffff, tile / 2)
      ground.addChild(mark)
    }
  }
  return {
    ground,
    raised,
    show,
    press,
    sink,
    pop: (scale) => mark?.scale.set(scale),
    cool: (heat) => {
      if (ember) ember.tint = mixed(tints.danger, 0xffe2b8, heat * 0.8)
    },
    turn: (radians) => {
      if (orbit) orbit.rotation = radians
    },
    flip: (width) => {
      raised.scale.x = width
      raised.x = (tile * (1 - width)) / 2
    },
  }
}

const numeralOf = (clue: number): PictureName => {
  const names: readonly PictureName[] = ['dot', '1', '2', '3', '4', '5', '6', '7', '8']
  return names[clue] ?? 'dot'
}
