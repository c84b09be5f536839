import type { HarmName } from '../load/arguments.ts'
import type { Aftermath } from '../load/cluster/aftermath.ts'
import type { Spread } from '../load/cluster/felt.ts'
import type { Felt } from '../load/cluster/harms.ts'

/** Milliseconds for people: in hundredths of a second from a second on. */
export const time = (ms: number): string =>
  !Number.isFinite(ms) ? 'never' : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`

const halfAndSlowest = ({ p50, max }: Spread): string => `${time(p50)} in half of them, ${time(max)} at most`

/** What each harm is, as a story tells it. */
const deeds: Record<HarmName, string> = {
  owner:
    'A platform node is killed (SIGKILL) in the middle of everything. The other one takes its matches over.',
  bff: 'A BFF is killed (SIGKILL). Its players come back by the other one.',
  nats: 'NATS is away for ten seconds. No one can move, clocks are paused.',
  postgres: 'PostgreSQL is ended as by a crash, and started again.',
  rolling: 'Both platform nodes and both BFFs are replaced one after another, as by a deploy.',
}

/** What a harm was and what players felt of it, a line each. */
export const story = (felt: Felt & { name: HarmName }): string[] => {
  const { name, gap, stuck, lasted, before, during, back, paused, deskMs, turnsLost } = felt
  const after = { ...gap, p50: gap.p50 - lasted, max: gap.max - lasted }
  const isOutage = name === 'nats' || name === 'postgres'
  return [
    deeds[name],
    ...(name === 'rolling'
      ? [
          `took ${time(lasted)}; a move was answered within ${time(during.p99)} in 99 of 100 (${time(before.p99)} before), the slowest within ${time(during.max)}`,
        ]
      : isOutage
        ? [
            `was away for ${time(lasted)}; from then to the next accepted move of ${gap.count} matches: ${halfAndSlowest(after)}`,
          ]
        : [`to the next accepted move of ${gap.count} matches it hit: ${halfAndSlowest(gap)}`]),
    ...(back.count > 0
      ? [`${back.count} players lost their connection and had it back: ${halfAndSlowest(back)}`]
      : []),
    ...(paused.told.count > 0 ? [`${paused.told.count} players learned that play is paused`] : []),
    ...(deskMs === null ? [] : [`the support desk showed everyone as they are after ${time(deskMs)}`]),
    ...(stuck > 0 ? [`${stuck} matches are stuck`] : []),
    ...(turnsLost > 0 ? [`${turnsLost} turns were lost to the clock`] : []),
  ]
}

/** What is left at the end, a line each. */
export const reckoning = ({ promised, lost, doubled, turnsLost, stale, ledger }: Aftermath): string[] => [
  `${promised} moves were acknowledged; ${promised - lost} of them are in the journal, ${doubled} are in it twice`,
  `${turnsLost} turns were lost to the clock, ${stale} decisions came from a node whose time was over`,
  ledger.length === 0
    ? 'the ledger: every coin is where it belongs, no rule is broken'
    : `the ledger: ${ledger.join('; ')}`,
]
