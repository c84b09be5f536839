import { ember, lip, mine, shade } from './paint-well.ts'
import { box, type Picture, type TileMeasure } from './picture.ts'

export const pictureNames = [
  'cap',
  'edge',
  'slab',
  'shadow',
  'shade',
  'lip',
  'ember',
  'mine',
  'outline',
  'dashes',
  'corners',
  'arc',
  'orbit',
  'glow',
  'spark',
  'wave',
  'dot',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
] as const
export type PictureName = (typeof pictureNames)[number]

/** Room around a tile for what reaches beyond it, as a share of the tile. */
export const bleed = 0.5

/** Where the light falls on the cap: laid in the lit color over a slab in the low one. */
const cap = ({ tile, lift, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile - lift,
  paint(context) {
    const height = tile - lift
    // 150° of CSS: from the top left, a little steeper than the diagonal.
    const light = context.createLinearGradient(tile * 0.22, 0, tile * 0.78, height)
    light.addColorStop(0, 'rgb(255 255 255 / 100%)')
    light.addColorStop(0.48, 'rgb(255 255 255 / 54%)')
    light.addColorStop(1, 'rgb(255 255 255 / 0%)')
    box(context, 0, tile, height, round)
    context.fillStyle = light
    context.fill()
  },
})

/** The lit edge and the highlight: drawn white, since a tint can't go above 1. */
const edge = ({ tile, lift, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile - lift,
  paint(context) {
    const height = tile - lift
    box(context, 0, tile, height, round)
    context.clip()
    const shine = context.createRadialGradient(
      tile * 0.18,
      height * 0.08,
      0,
      tile * 0.18,
      height * 0.08,
      tile * 0.66,
    )
    shine.addColorStop(0, 'rgb(255 255 255 / 10%)')
    shine.addColorStop(1, 'rgb(255 255 255 / 0%)')
    context.fillStyle = shine
    context.fillRect(0, 0, tile, height)
    const rim = context.createLinearGradient(0, 0, tile, height)
    rim.addColorStop(0, 'rgb(255 255 255 / 24%)')
    rim.addColorStop(0.42, 'rgb(255 255 255 / 13%)')
    rim.addColorStop(0.6, 'rgb(255 255 255 / 0%)')
    context.strokeStyle = rim
    context.lineWidth = 3
    box(context, 0, tile, height, round)
    context.stroke()
  },
})

const slab = ({ tile, lift, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile - lift,
  paint(context) {
    box(context, 0, tile, tile - lift, round)
    context.fillStyle = '#fff'
    context.fill()
  },
})

const shadow = ({ tile, lift, round }: TileMeasure): Picture => {
  const side = tile * (1 + 2 * bleed)
  return {
    width: side,
    height: side,
    paint(context) {
      const inset = tile * bleed
      // Only the shadow: the slab that casts it is painted outside the picture.
      context.shadowColor = '#fff'
      context.shadowBlur = lift * 1.2 * context.getTransform().a
      context.shadowOffsetX = side * 2 * context.getTransform().a
      context.fillStyle = '#fff'
      context.beginPath()
      context.roundRect(inset - side * 2, inset, tile, tile - lift, round)
      context.fill()
    },
  }
}

const outline = ({ tile, round }: TileMeasure, dashed: boolean): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    context.strokeStyle = '#fff'
    context.lineWidth = 2
    if (dashed) context.setLineDash([tile * 0.11, tile * 0.08])
    box(context, 2, tile, tile, round)
    context.stroke()
  },
})

/** Four corners without sides: what the house opened. */
const corners = ({ tile, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    const [inset, side] = [tile * 0.09, tile * 0.28]
    const far = tile - side
    context.beginPath()
    for (const x of [0, far]) for (const y of [0, far]) context.rect(x, y, side, side)
    context.clip()
    context.strokeStyle = '#fff'
    context.lineWidth = 2
    box(context, inset, tile, tile, round)
    context.stroke()
  },
})

const arc = ({ tile }: TileMeasure, part: number): Picture => {
  const side = Math.ceil(tile * 0.44)
  return {
    width: side,
    height: side,
    paint(context) {
      const width = Math.max(3, tile * 0.055)
      context.strokeStyle = '#fff'
      context.lineWidth = width
      context.beginPath()
      context.arc(
        side / 2,
        side / 2,
        tile * 0.19 - width / 2,
        -Math.PI * 0.75,
        -Math.PI * 0.75 + part * 2 * Math.PI,
      )
      context.stroke()
    },
  }
}

const disc = (side: number, stops: readonly [number, number][]): Picture => ({
  width: side,
  height: side,
  paint(context) {
    const fill = context.createRadialGradient(side / 2, side / 2, 0, side / 2, side / 2, side / 2)
    for (const [at, alpha] of stops) fill.addColorStop(at, `rgb(255 255 255 / ${alpha * 100}%)`)
    context.fillStyle = fill
    context.fillRect(0, 0, side, side)
  },
})

const numeral = ({ tile }: TileMeasure, text: string, font: string): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    context.font = `800 ${tile * 0.46}px ${font}`
    context.fontStretch = 'expanded'
    context.textAlign = 'center'
    context.textBaseline = 'alphabetic'
    context.fillStyle = '#fff'
    const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = context.measureText(text)
    context.fillText(text, tile / 2, tile / 2 + (ascent - descent) / 2)
  },
})

/** Every picture a board of this tile size needs, white or gray, to be tinted. */
export const pictures = (measure: TileMeasure, font: string): Record<PictureName, Picture> => {
  const digit = (text: string) => numeral(measure, text, font)
  return {
    cap: cap(measure),
    edge: edge(measure),
    slab: slab(measure),
    shadow: shadow(measure),
    shade: shade(measure),
    lip: lip(measure),
    ember: ember(measure),
    mine: mine(measure),
    outline: outline(measure, false),
    dashes: outline(measure, true),
    corners: corners(measure),
    arc: arc(measure, 0.25),
    orbit: arc(measure, 1),
    glow: disc(measure.tile * 2, [
      [0, 1],
      [0.35, 0.5],
      [1, 0],
    ]),
    spark: disc(16, [
      [0, 1],
      [0.4, 0.9],
      [1, 0],
    ]),
    wave: disc(measure.tile * 2, [
      [0, 0],
      [0.7, 0],
      [0.88, 0.9],
      [0.94, 0.35],
      [1, 0],
    ]),
    dot: disc(Math.max(4, measure.tile * 0.09) * 1.2, [
      [0, 1],
      [0.8, 1],
      [1, 0],
    ]),
    1: digit('1'),
    2: digit('2'),
    3: digit('3'),
    4: digit('4'),
    5: digit('5'),
    6: digit('6'),
    7: digit('7'),
    8: digit('8'),
  }
}
