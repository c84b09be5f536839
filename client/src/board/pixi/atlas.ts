import { ImageSource, Rectangle, Texture } from 'pixi.js'
import { type PictureName, pictureNames, pictures } from './paint.ts'
import type { TileMeasure } from './picture.ts'

/** The textures of a board, on one page so that a board is one draw call. */
export type Atlas = {
  texture(name: PictureName): Texture
  /** Frees the graphics memory, until it is drawn with again. */
  release(): void
}

/** Clear pixels between pictures, so that none bleeds into the next. */
const gutter = 2
const pageWidth = 1024

/**
 * Bakes the gray-lit atlas on a 2D canvas, which survives the loss of a WebGL context. `resolution` is device
 * pixels a CSS pixel. Theme changes need no new atlas: the sprites are tinted.
 */
const bake = (measure: TileMeasure, resolution: number, font: string): Atlas => {
  const all = pictures(measure, font)
  const frames = new Map<PictureName, Rectangle>()
  let x = gutter
  let y = gutter
  let shelf = 0
  for (const name of pictureNames) {
    const width = Math.ceil(all[name].width * resolution)
    const height = Math.ceil(all[name].height * resolution)
    if (x + width + gutter > pageWidth) {
      x = gutter
      y += shelf + gutter
      shelf = 0
    }
    frames.set(name, new Rectangle(x, y, width, height))
    x += width + gutter
    shelf = Math.max(shelf, height)
  }
  const canvas = document.createElement('canvas')
  canvas.width = pageWidth
  canvas.height = y + shelf + gutter
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D canvas to bake the atlas on')
  for (const [name, frame] of frames) {
    context.save()
    context.beginPath()
    context.rect(frame.x, frame.y, frame.width, frame.height)
    context.clip()
    context.translate(frame.x, frame.y)
    context.scale(resolution, resolution)
    all[name].paint(context)
    context.restore()
  }
  const source = new ImageSource({ resource: canvas, resolution, alphaMode: 'premultiply-alpha-on-upload' })
  const textures = new Map<PictureName, Texture>()
  for (const [name, frame] of frames) {
    const rectangle = new Rectangle(
      frame.x / resolution,
      frame.y / resolution,
      frame.width / resolution,
      frame.height / resolution,
    )
    textures.set(name, new Texture({ source, frame: rectangle }))
  }
  return {
    texture: (name) => textures.get(name) ?? Texture.EMPTY,
    // Pixi's particle shader keeps the last page bound until it draws with another, and a page destroyed under it
    // is complained about. What is unloaded and let go of is collected with it.
    release: () => source.unload(),
  }
}

let newest: { key: string; atlas: Atlas } | null = null

/**
 * The atlas for a board, the one before where that fits: it need not be baked again, and Pixi keeps a bind group
 * for every page that it ever drew with.
 */
export const atlasFor = (measure: TileMeasure, resolution: number, font: string): Atlas => {
  const key = JSON.stringify([measure, resolution, font])
  if (newest?.key !== key) newest = { key, atlas: bake(measure, resolution, font) }
  return newest.atlas
}
