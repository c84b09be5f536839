import type { Report } from '../report.ts'
import { rangeOf } from '../samples.ts'
import type { Aftermath } from './aftermath.ts'
import type { Spread } from './felt.ts'
import type { Felt } from './harms.ts'
import type { Cost } from './start.ts'

/** A stretch of play that was measured: how many platform nodes, clicks a second, and what a thousand of them cost. */
export type Stretch = {
  platforms: number
  seconds: number
  clicksASecond: number
  toAll: Omit<Spread, 'count'>
  toAck: Omit<Spread, 'count'>
  cost: Cost
}

export type ClusterReport = {
  matches: number
  sockets: number
  thinkMs: number
  raised: Record<string, string>
  stretches: Stretch[]
  felt: Felt[]
  aftermath: Aftermath
  /** What may not be of what was felt and of what is left, a sentence each. */
  faults: string[]
  retried: number
  wrong: Report['wrong']
}

const ms = (value: number) =>
  Number.isFinite(value) ? `${value < 10 ? value.toFixed(1) : Math.round(value)} ms` : 'never'
const spread = ({ p50, p99, max }: Omit<Spread, 'count'>) => `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`
const seconds = (value: number) => value.toFixed(3)

const stretchLines = ({
  platforms,
  clicksASecond,
  toAll,
  toAck,
  cost,
  seconds: lasted,
}: Stretch): string[] => [
  `${platforms} platform node${platforms === 1 ? '' : 's'}, ${lasted.toFixed(1)} s`,
  `  clicks            ${Math.round(clicksASecond)}/s`,
  `  click to all five ${spread(toAll)}`,
  `  acknowledgement   ${spread(toAck)}`,
  `  CPU, 1,000 clicks ${seconds(cost.platforms)} s platform, ${seconds(cost.bffs)} s BFF, ${seconds(cost.gateway)} s gateway, ${seconds(cost.nats)} s NATS, ${seconds(cost.postgres)} s PostgreSQL, ${seconds(cost.load)} s load`,
  `  a click           ${(cost.commits / 1_000).toFixed(2)} commits, ${Math.round(cost.walBytes / 1_000)} bytes of WAL, ${(cost.messages / 1_000).toFixed(1)} messages into NATS of ${Math.round(cost.messageBytes / cost.messages)} bytes`,
]

/** What one node more is worth, over the medians of the stretches with and without it. */
const comparison = (stretches: readonly Stretch[]): string[] => {
  const rates = new Map<number, number[]>()
  const costs = new Map<number, number[]>()
  for (const { platforms, clicksASecond, cost } of stretches) {
    rates.set(platforms, [...(rates.get(platforms) ?? []), clicksASecond])
    costs.set(platforms, [...(costs.get(platforms) ?? []), cost.platforms])
  }
  if (rates.size < 2) return []
  return [...rates].map(
    ([platforms, all]) =>
      `Median with ${platforms} platform node${platforms === 1 ? '' : 's'}: ${Math.round(rangeOf(all).median)} clicks/s, ${seconds(rangeOf(costs.get(platforms) ?? []).median)} s of platform CPU for 1,000 (${all.length} stretches)`,
  )
}

/** What was felt of one harm, in lines for people. */
export const feltLines = (felt: Felt): string[] => {
  const { title, lasted, gap, stuck, before, during, steps, back, paused, deskMs, turnsLost } = felt
  return [
    `${title} (${(lasted / 1_000).toFixed(1)} s)`,
    `  next accepted move ${spread(gap)} over ${gap.count} matches${stuck > 0 ? `, and ${stuck} ARE STUCK` : ''}`,
    `  a click to its answer: before ${spread(before)}; then ${spread(during)}`,
    ...steps.map(({ name, waits }) => `    ${name.padEnd(18)} ${spread(waits)}`),
    ...(back.count > 0 ? [`  connections back   ${spread(back)} over ${back.count} players`] : []),
    ...(paused.told.count > 0
      ? [
          `  told of the pause  ${spread(paused.told)} over ${paused.told.count} players; that it is over: ${spread(paused.over)}`,
        ]
      : []),
    ...(turnsLost > 0 ? [`  turns lost         ${turnsLost}`] : []),
    ...(deskMs === null ? [] : [`  the desk is right  after ${ms(deskMs)}`]),
  ]
}

export const aftermathLines = (aftermath: Aftermath): string[] => {
  const { promised, lost, doubled, turnsLost, idle, stale, ledger } = aftermath
  return [
    `${promised} acknowledged moves: ${lost} lost, ${doubled} doubled; ${turnsLost} turns and ${idle} seats lost to the clock; ${stale} decisions of stale owners`,
    ledger.length === 0 ? 'The ledger is clean.' : `The ledger: ${ledger.join('; ')}`,
  ]
}

/** The report for people. */
export const clusterText = (report: ClusterReport): string => {
  const { matches, sockets, thinkMs, raised, stretches, felt, aftermath, faults, retried, wrong } = report
  return [
    `${matches} matches, ${sockets} sockets, ${thinkMs} ms of thought; gateway, BFFs, platform nodes, NATS, PostgreSQL and load share this machine`,
    `Raised   ${Object.entries(raised)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    ...stretches.flatMap(stretchLines),
    ...comparison(stretches),
    ...felt.flatMap(feltLines),
    ...(aftermath.promised > 0 ? aftermathLines(aftermath) : []),
    `${retried} requests got "not now" and asked again`,
    ...(wrong.length === 0 && faults.length === 0
      ? ['Nothing went wrong.']
      : [
          ...wrong.map(({ kind, times, first }) => `WRONG    ${kind}: ${times} times, first: ${first}`),
          ...faults.map((fault) => `WRONG    ${fault}`),
        ]),
  ].join('\n')
}
