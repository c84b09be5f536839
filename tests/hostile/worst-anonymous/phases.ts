import type { Stalls } from '../../load/probe.ts'
import { type Ran, secondsOf, threadsOf } from '../../load/processor.ts'
import { samples } from '../../load/samples.ts'
import { type Stall, wallClock } from '../../load/stalls.ts'
import { type Click, type Tail, tailOf } from './tail.ts'

/** The processes of a run by their pids; of `others` one figure each. */
export type Processes = { server: number; players: number; others: Readonly<Record<string, number>> }

/** What is shown of processors, beside all that a process's other threads did. */
const threadNames = new Map([
  ['MainThread', 'server'],
  ['database', 'database'],
])

/** What has been used since the processes began, in seconds. */
const used = ({ server, players, others }: Processes): Map<string, Ran> => {
  const all = new Map<string, Ran>()
  for (const [name, { ran, waited }] of threadsOf(server)) {
    const shown = threadNames.get(name) ?? 'other threads of the server'
    const sum = all.get(shown) ?? { ran: 0, waited: 0 }
    all.set(shown, { ran: sum.ran + ran, waited: sum.waited + waited })
  }
  all.set('players', threadsOf(players).get('MainThread') ?? { ran: 0, waited: 0 })
  for (const [name, pid] of Object.entries(others)) all.set(name, { ran: secondsOf(pid), waited: 0 })
  return all
}

/** The times of one kind (alone, attacked) in which clicks are measured, taken together. */
export const phase = (name: string, processes: Processes) => {
  const clicks: Click[] = []
  const times = samples()
  const shares = new Map<string, Ran>()
  let seconds = 0
  return {
    name,
    /** What each kind was sent, in all. */
    did: new Map<string, number>(),
    seconds: () => seconds,
    quantile: times.quantile,
    /** Where the load tells its clicks while this is measured. */
    into: {
      ...times,
      add(ms: number) {
        times.add(ms)
        clicks.push({ at: wallClock(), ms })
      },
    },
    /** Begins to count; counts until the answer is called. */
    begin() {
      const [since, before] = [performance.now(), used(processes)]
      return () => {
        seconds += (performance.now() - since) / 1_000
        for (const [thread, { ran, waited }] of used(processes)) {
          const [sum, then] = [shares.get(thread), before.get(thread)]
          shares.set(thread, {
            ran: (sum?.ran ?? 0) + ran - (then?.ran ?? 0),
            waited: (sum?.waited ?? 0) + waited - (then?.waited ?? 0),
          })
        }
      }
    },
    /** `23 + 5`: of one core, in percent, what a thread or process ran, and waited for it. */
    share(thread: string): string {
      const { ran, waited } = shares.get(thread) ?? { ran: 0, waited: 0 }
      const percent = (part: number) => ((100 * part) / seconds).toFixed(0)
      return waited > 0 ? `${percent(ran)} + ${percent(waited)}` : percent(ran)
    },
    /** What the slowest hundredth waited for. */
    tail: (stalls: Stalls & { players: readonly Stall[] }): Tail =>
      tailOf(clicks, 0.01, [
        { name: 'players', stalls: stalls.players },
        { name: 'collector', stalls: stalls.collector },
        { name: 'server', stalls: stalls.main },
        { name: 'database', stalls: stalls.database },
      ]),
  }
}
export type Phase = ReturnType<typeof phase>

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Phases side by side: their clicks, their processors, and what their slowest clicks waited for. */
export const tableOf = (phases: readonly Phase[], stalls: Parameters<Phase['tail']>[0]): string => {
  const tails = phases.map((one) => one.tail(stalls))
  const parts = [...new Set(tails.flatMap(({ parts }) => [...parts.keys()]))]
  const threads = ['server', 'database', 'other threads of the server', 'bare', 'players', 'attacker']
  return [
    row(['', ...phases.map(({ name }) => name)]),
    row(['', ...phases.map(() => '')].map(() => '---')),
    ...[0.5, 0.9, 0.99].map((share) =>
      row([`p${100 * share}, ms`, ...phases.map(({ quantile }) => quantile(share).toFixed(1))]),
    ),
    ...threads.map((name) => row([`${name}, % of a core`, ...phases.map((one) => one.share(name))])),
    row(['slowest 1 %, clicks', ...tails.map(({ clicks }) => String(clicks))]),
    row(['slowest 1 %, ms', ...tails.map(({ ms }) => ms.toFixed(1))]),
    ...parts.map((name) =>
      row([`of that: ${name}`, ...tails.map((tail) => (tail.parts.get(name) ?? 0).toFixed(1))]),
    ),
  ].join('\n')
}
