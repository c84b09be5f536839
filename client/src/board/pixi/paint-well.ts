import { mineColors, minePaths } from '../model/mine-art.ts'
import { box, type Picture, type TileMeasure } from './picture.ts'

/** Everything of the well that is darker than its floor: an inner shade from the top left. */
export const shade = ({ tile, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    const scale = context.getTransform().a
    box(context, 1, tile, tile, round)
    context.clip()
    context.shadowColor = 'rgb(255 255 255 / 62%)'
    context.shadowBlur = 5 * scale
    context.shadowOffsetX = 2 * scale
    context.shadowOffsetY = 3 * scale
    context.fillStyle = 'rgb(255 255 255 / 62%)'
    context.beginPath()
    context.rect(-tile, -tile, 3 * tile, 3 * tile)
    context.roundRect(1, 1, tile - 2, tile - 2, Math.max(0, round - 1))
    context.fill('evenodd')
  },
})

export const lip = ({ tile, round }: TileMeasure): Picture => ({
  width: tile + 2,
  height: tile + 2,
  paint(context) {
    context.beginPath()
    context.roundRect(2, 2, tile - 2, tile - 2, round)
    context.fillStyle = 'rgb(255 255 255 / 11%)'
    context.fill()
  },
})

export const ember = ({ tile, round }: TileMeasure): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    const heat = context.createRadialGradient(tile / 2, tile * 0.52, 0, tile / 2, tile * 0.52, tile * 0.62)
    heat.addColorStop(0, 'rgb(255 255 255 / 100%)')
    heat.addColorStop(0.16, 'rgb(255 255 255 / 96%)')
    heat.addColorStop(0.5, 'rgb(255 255 255 / 56%)')
    heat.addColorStop(0.94, 'rgb(255 255 255 / 19%)')
    box(context, 1, tile, tile, round)
    context.fillStyle = heat
    context.fill()
  },
})

export const mine = ({ tile }: TileMeasure): Picture => ({
  width: tile,
  height: tile,
  paint(context) {
    context.translate(tile * 0.08, tile * 0.08)
    context.scale((tile * 0.84) / 64, (tile * 0.84) / 64)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.lineWidth = 7
    context.strokeStyle = mineColors.body
    context.stroke(new Path2D(minePaths.studs))
    context.beginPath()
    context.arc(32, 33, 18, 0, 2 * Math.PI)
    context.fillStyle = mineColors.body
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = mineColors.rim
    context.stroke()
    context.beginPath()
    context.ellipse(25, 25, 4.5, 3, (-40 * Math.PI) / 180, 0, 2 * Math.PI)
    context.fillStyle = mineColors.shine
    context.fill()
    context.strokeStyle = mineColors.heat
    context.lineWidth = 3.2
    context.stroke(new Path2D(minePaths.crack))
    context.lineWidth = 2.6
    context.stroke(new Path2D(minePaths.splits))
  },
})
