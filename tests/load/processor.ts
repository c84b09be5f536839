import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** `USER_HZ` of every Linux that Node runs on: what /proc counts processor time in. */
const ticksASecond = 100

/** Whether this system tells what processes have used; without that all times here are 0. */
export const hasProc = existsSync('/proc/self/stat')

type Stat = { parent: number; ticks: number; ofChildren: number }

/** Fields of proc(5) `stat`, which begin after the name in brackets; null when it is gone, or there is no /proc. */
const readStat = (path: string): Stat | null => {
  try {
    const text = readFileSync(path, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11)
    return { parent, ticks: utime + stime, ofChildren: cutime + cstime }
  } catch {
    return null
  }
}

/** Seconds of processor time a process has used, all its threads. */
export const secondsOf = (pid: number): number => (readStat(`/proc/${pid}/stat`)?.ticks ?? 0) / ticksASecond

/** Of that, what its main thread used: JavaScript, without worker threads and the collector's helpers. */
export const mainThreadSecondsOf = (pid: number): number =>
  (readStat(`/proc/${pid}/task/${pid}/stat`)?.ticks ?? 0) / ticksASecond

/** Seconds a thread had a processor, and was ready but waited for one. */
export type Ran = { ran: number; waited: number }

/** The threads of a process that are there now, those of one name together; none where that can't be told. */
export const threadsOf = (pid: number): Map<string, Ran> => {
  const threads = new Map<string, Ran>()
  const folder = `/proc/${pid}/task`
  for (const id of existsSync(folder) ? readdirSync(folder) : [])
    try {
      const name = readFileSync(`${folder}/${id}/comm`, 'utf8').trim()
      const [ran = 0, waited = 0] = readFileSync(`${folder}/${id}/schedstat`, 'utf8').split(' ').map(Number)
      const sum = threads.get(name) ?? { ran: 0, waited: 0 }
      threads.set(name, { ran: sum.ran + ran / 1e9, waited: sum.waited + waited / 1e9 })
    } catch {
      // It ended.
    }
  return threads
}

const childrenOf = (pid: number): number[] =>
  (hasProc ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => readStat(`/proc/${other}/stat`)?.parent === pid)

/** Seconds of a process and of its children, those included that are gone. */
export const familySecondsOf = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, member) => {
    const stat = readStat(`/proc/${member}/stat`)
    return sum + (stat ? stat.ticks + (member === pid ? stat.ofChildren : 0) : 0)
  }, 0) / ticksASecond

/** The numbers of a list like `0-2,5`, as Linux writes sets of cores. */
export const coresIn = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

/** The cores this process may use; none where that can't be told. */
const allowedCores = (): number[] => {
  try {
    const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return coresIn(list)
  } catch {
    return []
  }
}

/** Confines this process to one core, and with it whatever it starts from now on. */
const confine = (core: number): boolean => {
  try {
    execFileSync('taskset', ['-acp', String(core), String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs `start` so that the processes it starts stay on the load's core instead of the servers'. */
export type Beside = <T>(start: () => Promise<T>) => Promise<T>

/**
 * Runs `start` so that the processes it starts stay on one core, but for those started `beside`; then takes another
 * for this process. Answers how it came out, in words for the report.
 */
export const apart = async <T>(
  start: (beside: Beside) => Promise<T>,
): Promise<{ started: T; cores: string }> => {
  const [first, second] = allowedCores()
  if (first === undefined || second === undefined || !confine(first))
    return { started: await start((work) => work()), cores: 'not pinned' }
  const beside: Beside = (work) => {
    confine(second)
    return work().finally(() => confine(first))
  }
  const started = await start(beside).finally(() => confine(second))
  return { started, cores: `servers on core ${first}, database and load on core ${second}` }
}
