import { type AttackName, attacks } from './attacks.ts'

/**
 * A process of its own, so that what an attack costs its sender is not measured as the server's: told the name of an
 * attack it begins, told null it ends it and says so.
 */
const at = { port: Number(process.argv[2]), from: '127.0.0.2' }

let attack = new AbortController()
let running: Promise<void> = Promise.resolve()

process.on('message', async ({ name }: { name: AttackName | null }) => {
  if (name === null) {
    attack.abort()
    await running
    process.send?.('stopped')
    return
  }
  attack = new AbortController()
  running = attacks[name](at, attack.signal)
})
process.on('disconnect', () => process.exit())
