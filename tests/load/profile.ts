import { readFileSync } from 'node:fs'
import { z } from 'zod'

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
    }),
  ),
  samples: z.array(z.int()),
  /** Microseconds since the sample before. */
  timeDeltas: z.array(z.number()),
})
type CallFrame = z.infer<typeof profileSchema>['nodes'][number]['callFrame']

/** Self time by name, the largest first, as shares of the time that was not idle. */
export type Shares = { name: string; share: number }[]
export type Summary = { busyShare: number; functions: Shares; categories: Shares }

/** What a call belongs to: a package, a folder of ours, Node itself, or what V8 names in brackets. */
export const categoryOf = ({ functionName, url }: Pick<CallFrame, 'functionName' | 'url'>): string => {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  if (installed !== undefined) return installed
  const [, ours] = /\/((?:shared|platform|bff|tests)\/(?:dist|src)\/[^/]+)(?:\/|$)/.exec(url) ?? []
  if (ours !== undefined) return ours.replace(/\/(dist|src)\//, '/')
  if (url.startsWith('node:')) return 'node'
  return functionName.startsWith('(') ? functionName : 'native'
}

const nameOf = ({ functionName, url, lineNumber }: CallFrame): string => {
  const place = url.split('/').slice(-2).join('/')
  return `${functionName || '(anonymous)'}${place ? ` ${place}:${lineNumber + 1}` : ''}`
}

const sharesOf = (times: Map<string, number>, total: number): Shares =>
  [...times]
    .map(([name, time]) => ({ name, share: time / total }))
    .sort((one, other) => other.share - one.share)

/** Sums a profile up by self time. */
export const summarize = (profile: unknown): Summary => {
  const { nodes, samples, timeDeltas } = profileSchema.parse(profile)
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const functions = new Map<string, number>()
  const categories = new Map<string, number>()
  const add = (times: Map<string, number>, name: string, time: number) =>
    times.set(name, (times.get(name) ?? 0) + time)
  let all = 0
  let busy = 0
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    // A sample lasts until the next one.
    const time = timeDeltas[index + 1] ?? 0
    if (!frame) return
    all += time
    if (frame.functionName === '(idle)') return
    busy += time
    add(functions, nameOf(frame), time)
    add(categories, categoryOf(frame), time)
  })
  return {
    busyShare: busy / all,
    functions: sharesOf(functions, busy),
    categories: sharesOf(categories, busy),
  }
}

const shown = { functions: 30, categories: 15 }

const table = (title: string, shares: Shares, count: number): string[] => [
  title,
  ...shares.slice(0, count).map(({ name, share }) => `  ${(100 * share).toFixed(1).padStart(5)} %  ${name}`),
]

/** A profile file's summary for people. */
export const profileText = (file: string): string => {
  const { busyShare, functions, categories } = summarize(JSON.parse(readFileSync(file, 'utf8')))
  return [
    `Profile  ${file}: the server's main thread was busy ${(100 * busyShare).toFixed(0)} % of the time`,
    ...table('Self time by function', functions, shown.functions),
    ...table('Self time by package or folder', categories, shown.categories),
  ].join('\n')
}
