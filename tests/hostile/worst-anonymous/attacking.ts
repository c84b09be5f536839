import { execFileSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { attackFrom, type KindName } from './kinds.ts'

/** What is sent where until the next word; `apartMs` of each kind between two from one address, at least. */
export type Attack = { port: number; only: readonly KindName[]; apartMs?: Partial<Record<KindName, number>> }

/**
 * A separate process that gives way to all others, so that what traffic costs its sender is not measured as the
 * server's: told an attack it begins, told false it ends and says how often it did what.
 */
try {
  execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' })
} catch {
  setPriority(constants.priority.PRIORITY_LOW)
}
const addresses = Number(process.argv[2])

let ending = new AbortController()
let running: Promise<unknown> = Promise.resolve()
let counts: Record<string, number> = {}
const did = (name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

process.on('message', async (attack: Attack | false) => {
  if (!attack) {
    ending.abort()
    // What still waits for an answer ends with its connection.
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 5_000))])
    process.send?.(counts)
    return
  }
  ending = new AbortController()
  counts = {}
  const { port, ...how } = attack
  const froms = Array.from({ length: addresses }, (_, nth) => `127.2.${nth >> 8}.${1 + (nth & 255)}`)
  running = Promise.all(
    froms.map((from) =>
      attackFrom({ port, from }, ending.signal, { ...how, did, failed: () => did('failed') }),
    ),
  )
})
process.on('disconnect', () => process.exit())
