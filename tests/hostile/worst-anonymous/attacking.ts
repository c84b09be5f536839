import { constants, setPriority } from 'node:os'
import { attackFrom, type KindName } from './kinds.ts'

/**
 * A process of its own that gives way to all others, so that what traffic costs its sender is not measured as the
 * server's: told kinds it begins, told false it ends and says how often it did what.
 */
setPriority(constants.priority.PRIORITY_LOW)
const [port, addresses] = process.argv.slice(2, 4).map(Number)
if (!port || !addresses) throw new Error('the port and the number of addresses are missing')

let attack = new AbortController()
let running: Promise<unknown> = Promise.resolve()
let counts: Record<string, number> = {}
const count = (name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

process.on('message', async (only: KindName[] | false) => {
  if (!only) {
    attack.abort()
    // What still waits for an answer ends with its connection.
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 5_000))])
    process.send?.(counts)
    return
  }
  attack = new AbortController()
  counts = {}
  const froms = Array.from({ length: addresses }, (_, nth) => `127.2.${nth >> 8}.${1 + (nth & 255)}`)
  running = Promise.all(
    froms.map((from) =>
      attackFrom({ port, from }, attack.signal, { only, did: count, failed: () => count('failed') }),
    ),
  )
})
process.on('disconnect', () => process.exit())
