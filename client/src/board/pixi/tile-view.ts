import type { BoardTints } from '@minefall/shared/theme'
import { Container, Sprite } from 'pixi.js'
import type { BoardLayout } from '../layout/layout.ts'
import type { PickedTile, TileScene } from '../model/scene.ts'
import type { Atlas } from './atlas.ts'
import { closedParts, type OpenedTile, openedParts, type Part, part } from './tile-parts.ts'

export type Outfit = { atlas: Atlas; layout: BoardLayout; tints: BoardTints }

const mixed = (from: number, to: number, share: number): number => {
  const channel = (shift: number) => {
    const a = (from >> shift) & 255
    const b = (to >> shift) & 255
    return Math.round(a + (b - a) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** The sprites of one tile. The well lies on the ground layer, so that the shadows of neighbors fall on it. */
export const createTileView = ({ atlas, layout, tints }: Outfit) => {
  const { tile, lift } = layout
  const sprite = ({ name, tint, x, y, alpha, side, isCentered = false }: Part) => {
    const made = new Sprite({ texture: atlas.texture(name), tint: tint ?? 0xffffff, alpha })
    made.position.set(x, y)
    if (side !== undefined) made.setSize(side)
    if (isCentered) made.anchor.set(0.5)
    return made
  }

  const ground = new Container()
  const raised = new Container()
  const closed = closedParts({ layout, tints })
  const shadow = sprite(closed.shadow)
  const foot = sprite(closed.foot)
  const skirt = sprite(closed.skirt)
  const cap = new Container()
  const base = sprite(closed.base)
  const face = sprite(closed.face)
  const lit = sprite(closed.edge)
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

  /** How far the cap is down, 0 to 1. */
  const press = (depth: number) => {
    const down = (lift - 1) * depth
    cap.y = down
    skirt.y = lift
    skirt.visible = true
    foot.visible = depth < 1
    shadow.alpha = closed.shadow.alpha * (1 - 0.85 * depth)
    lit.alpha = 1 - 0.5 * depth
  }
  const dig = (scene: OpenedTile) => {
    const opened = openedParts({ layout, tints }, scene)
    for (const each of opened.ground) ground.addChild(sprite(each))
    if (opened.ember) {
      ember = sprite(opened.ember)
      ground.addChild(ember)
    }
    if (opened.ring) ground.addChild(sprite(opened.ring))
    mark = sprite(opened.mark)
    ground.addChild(mark)
  }

  /** How far an opened tile has sunk, 0 (closed) to 1 (a well). */
  const sink = (depth: number) => {
    raised.visible = depth < 1
    cap.y = (lift + 1) * Math.min(1, depth * 1.4)
    raised.alpha = 1 - depth ** 2
    ground.visible = depth > 0
    if (mark) mark.alpha = depth
  }

  /** A picked tile in its seat's color, with a point for each link: lit once it is here. */
  const pick = ({ seat, came, most }: PickedTile) => {
    const tint = tints.seats[seat] ?? tints.primary
    base.tint = mixed(tints.tileLow, tint, 0.14)
    face.tint = mixed(tints.tileLow, tint, 0.26)
    const ring = sprite(part('outline', tint))
    ring.height = tile - lift
    cap.addChild(ring)
    for (let nth = 0; nth < most; nth += 1) {
      const around = (nth / most - 0.25) * 2 * Math.PI
      const pip = part('dot', tint, {
        x: tile / 2 + Math.cos(around) * tile * 0.18,
        y: (tile - lift) / 2 + Math.sin(around) * tile * 0.18,
        alpha: nth < came ? 1 : 0.28,
        isCentered: true,
      })
      cap.addChild(sprite(pip))
    }
  }

  /** Draws a scene at rest. */
  const show = (scene: TileScene) => {
    clear()
    raised.scale.set(1)
    raised.position.set(0, 0)
    raised.alpha = 1
    ground.visible = true
    base.tint = tints.tileLow
    face.tint = tints.tileLit
    face.alpha = 1
    if (scene.kind === 'open' || scene.kind === 'mine') {
      dig(scene)
      raised.visible = false
    } else {
      raised.visible = true
      press(scene.kind === 'pending' || scene.kind === 'picked' ? 1 : 0)
    }
    if (scene.kind === 'picked') pick(scene)
    if (scene.kind === 'pending') {
      base.tint = mixed(tints.tileLow, tints.primary, 0.14)
      face.tint = mixed(tints.tileLow, tints.primary, 0.26)
      const middle = { x: tile / 2, y: (tile - lift) / 2, isCentered: true }
      const ring = sprite(part('outline', tints.primary))
      ring.height = tile - lift
      cap.addChild(ring)
      cap.addChild(sprite(part('orbit', tints.primary, { ...middle, alpha: 0.3 })))
      orbit = sprite(part('arc', mixed(tints.primary, 0xffffff, 0.12), middle))
      if (scene.stage === 'committed') orbit.texture = atlas.texture('orbit')
      cap.addChild(orbit)
    }
    if (scene.kind === 'armed') {
      const ring = sprite(part('dashes', tints.primary))
      ring.height = tile - lift
      cap.addChild(ring)
    }
  }
  return {
    ground,
    raised,
    show,
    press,
    sink,
    /** Size of the numeral or mine, for its little bounce. */
    pop: (scale: number) => mark?.scale.set(scale),
    /** Heat left in a mine, 1 to 0: what is left is the scorch mark. */
    cool: (heat: number) => {
      if (ember) ember.tint = mixed(tints.danger, 0xffe2b8, heat * 0.8)
    },
    /** Turns the pending ring. */
    turn: (radians: number) => {
      if (orbit) orbit.rotation = radians
    },
    /** Moves the tile aside, by a part of its width. */
    tremble: (part: number) => {
      raised.x = part * tile
    },
    /** Narrows the tile around its middle for a flip. */
    flip: (width: number) => {
      raised.scale.x = width
      raised.x = (tile * (1 - width)) / 2
    },
  }
}
export type TileView = ReturnType<typeof createTileView>
