import { z } from 'zod'
import { categoryOf } from './profile.ts'

const frameSchema = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() })
const profileSchema = z.object({
  nodes: z.array(
    z.object({ id: z.int(), callFrame: frameSchema, children: z.array(z.int()).optional().default([]) }),
  ),
  samples: z.array(z.int()),
  /** Microseconds since the sample before. */
  timeDeltas: z.array(z.number()),
})

/** A function under its caller, and the share of busy time spent in it and in what it called. */
export type Flame = { name: string; category: string; share: number; under: Flame[] }

/** Thinner flames, as shares of the busy time, are left out of the picture. */
const leastShare = 0.003
const idle = '(idle)'

/** The calls of a CPU profile as V8 writes it, without idle time. The root has no name. Throws a `ZodError` for anything else. */
export const flamesOf = (profile: unknown): Flame => {
  const { nodes, samples, timeDeltas } = profileSchema.parse(profile)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const own = new Map<number, number>()
  samples.forEach((id, index) => {
    if (byId.get(id)?.callFrame.functionName === idle) return
    // A sample lasts until the next one.
    own.set(id, (own.get(id) ?? 0) + (timeDeltas[index + 1] ?? 0))
  })
  const busy = [...own.values()].reduce((sum, time) => sum + time, 0)
  const flameOf = (id: number): Flame => {
    const node = byId.get(id)
    if (!node) throw new Error(`the profile has no node ${id}`)
    const under = node.children.map(flameOf).sort((one, other) => other.share - one.share)
    const share = (own.get(id) ?? 0) / busy + under.reduce((sum, flame) => sum + flame.share, 0)
    const { functionName, url, lineNumber } = node.callFrame
    const place = url === '' ? '' : ` ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`
    return {
      name: `${functionName || '(anonymous)'}${place}`,
      category: categoryOf(node.callFrame),
      share,
      under,
    }
  }
  const [root] = nodes
  if (!root) throw new Error('the profile is empty')
  return { ...flameOf(root.id), name: '' }
}

const width = 1_200
const rowHeight = 17
/** Some 6 px a letter. */
const lettersIn = (pixels: number) => Math.floor((pixels - 6) / 6)

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** One color a package: near each other for ours, gray for Node and V8. */
const colorOf = (category: string): string => {
  if (/^(node|native|\()/.test(category)) return '#c9ccd1'
  const hash = [...category].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  const isOurs = /^(shared|platform|bff)\//.test(category)
  return isOurs ? `hsl(${15 + (hash % 40)} 85% 68%)` : `hsl(${170 + (hash % 90)} 45% 74%)`
}

/** A flame graph as an SVG file: callers above, what they call below; ours warm, packages cool, Node and V8 gray. */
export const flameGraph = (profile: unknown, title: string): string => {
  const root = flamesOf(profile)
  const boxes: string[] = []
  let rows = 0
  const draw = (flame: Flame, left: number, row: number) => {
    rows = Math.max(rows, row + 1)
    const [x, across] = [left * width, flame.share * width]
    const letters = lettersIn(across)
    const label = escaped(flame.name)
    const shown = letters < 4 ? '' : escaped(flame.name.slice(0, letters))
    const y = 30 + row * rowHeight
    boxes.push(
      `<g><title>${label}: ${(100 * flame.share).toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${across.toFixed(1)}" height="${rowHeight - 1}" fill="${colorOf(flame.category)}"/>${shown && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${shown}</text>`}</g>`,
    )
    drawAll(flame.under, left, row + 1)
  }
  const drawAll = (flames: readonly Flame[], from: number, row: number) => {
    let left = from
    for (const flame of flames) {
      if (flame.share >= leastShare) draw(flame, left, row)
      left += flame.share
    }
  }
  drawAll(root.under, 0, 0)
  const height = 40 + rows * rowHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10" role="img"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/><text x="6" y="18" font-size="13">${escaped(title)}</text>${boxes.join('')}</svg>\n`
}
