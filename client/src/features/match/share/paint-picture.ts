import type { DerivedTheme } from '@minefall/shared/theme'

/** Pixels of a picture that is shared. */
export const pictureSize = { width: 1080, height: 1350 } as const

/** Between its edge and what stands on it. */
export const margin = 72

type Look = { variables: Readonly<Record<string, string>>; font: string }

export type Line = {
  text: string
  x: number
  y: number
  size: number
  weight: number
  color: string
  width: number
}

/** Writes a line no wider than `width`: smaller by up to a third, then cut. */
const write = (
  context: CanvasRenderingContext2D,
  { text, x, y, size, weight, color, width }: Line,
  font: string,
): void => {
  const set = (pixels: number) => {
    context.font = `${weight} ${pixels}px ${font}`
  }
  set(size)
  const shrunk = Math.max(size * 0.66, Math.min(size, (size * width) / context.measureText(text).width))
  set(shrunk)
  let shown = text
  while (shown.length > 1 && context.measureText(shown).width > width)
    shown = `${[...shown].slice(0, -2).join('').trimEnd()}…`
  context.fillStyle = color
  context.fillText(shown, x, y)
}

const paintGround = (context: CanvasRenderingContext2D, { variables }: Look): void => {
  const { width, height } = pictureSize
  const ground = context.createLinearGradient(0, 0, width * 0.4, height)
  ground.addColorStop(0, variables['--surface-2'] ?? '')
  ground.addColorStop(1, variables['--surface-0'] ?? '')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.fillStyle = variables['--primary'] ?? ''
  context.fillRect(0, height - 12, width, 12)
}

/** Three tiles and one that was pressed, as the logo has them. */
const paintMark = (context: CanvasRenderingContext2D, { variables }: Look, x: number, y: number): void => {
  const tile = (left: number, top: number, side: number, color: string) => {
    context.fillStyle = color
    context.beginPath()
    context.roundRect(left, top, side, side, side * 0.27)
    context.fill()
  }
  const still = variables['--tile-lit'] ?? ''
  tile(x, y, 24, still)
  tile(x + 29, y, 24, still)
  tile(x, y + 29, 24, still)
  context.save()
  context.translate(x + 42, y + 42)
  context.rotate(Math.PI / 10)
  tile(-12.5, -12.5, 25, variables['--primary'] ?? '')
  context.fillStyle = variables['--surface-0'] ?? ''
  context.beginPath()
  context.arc(0, 0, 5.5, 0, 2 * Math.PI)
  context.fill()
  context.restore()
}

/** Where the picture's words and colors come from. */
type Ground = { context: CanvasRenderingContext2D; color(name: string): string; line(asked: Line): void }

/** Paints what every picture has on a canvas, whose size it sets: ground, name, title and site. Null without a context. */
export const beginPicture = (
  canvas: HTMLCanvasElement,
  { theme, font, title, host }: { theme: DerivedTheme; font: string; title: string; host: string },
): Ground | null => {
  const { width, height } = pictureSize
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  const look: Look = { variables: theme.variables, font }
  const color = (name: string) => theme.variables[name] ?? ''
  const line = (asked: Line) => write(context, asked, font)
  context.textBaseline = 'alphabetic'
  paintGround(context, look)
  paintMark(context, look, margin, 56)
  line({
    text: 'Minefall',
    x: margin + 74,
    y: 101,
    size: 46,
    weight: 800,
    color: color('--text-1'),
    width: 380,
  })
  context.textAlign = 'right'
  line({ text: title, x: width - margin, y: 99, size: 36, weight: 600, color: color('--text-2'), width: 440 })
  const foot = { x: width - margin, y: height - 52 }
  line({ text: host, ...foot, size: 30, weight: 550, color: color('--text-2'), width: 380 })
  context.textAlign = 'left'
  return { context, color, line }
}
