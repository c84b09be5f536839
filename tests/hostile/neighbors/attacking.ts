import { constants, setPriority } from 'node:os'
import { type AttackName, attacks } from './attacks.ts'

/**
 * A separate process that gives way to all others, so that what an attack costs its sender is not measured as the
 * server's: told the name of an attack it begins, told null it ends it and says how often it did what it does.
 */
setPriority(constants.priority.PRIORITY_LOW)
const at = { port: Number(process.argv[2]), from: '127.0.0.2' }

let attack = new AbortController()
let running: Promise<void> = Promise.resolve()
let done = 0

process.on('message', async ({ name }: { name: AttackName | null }) => {
  if (name === null) {
    attack.abort()
    await running
    process.send?.(done)
    return
  }
  attack = new AbortController()
  done = 0
  running = attacks[name](at, attack.signal, () => {
    done++
  })
})
process.on('disconnect', () => process.exit())
