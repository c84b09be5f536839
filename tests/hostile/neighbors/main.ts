import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { manyFromOneAddress } from '../../harness/accounts.ts'
import { startChild } from '../../load/child.ts'
import { programs } from '../../load/repository.ts'
import { samples } from '../../load/samples.ts'
import { addLoadTable, loadTable } from '../../load/server.ts'
import { ourSide } from '../../load/sides.ts'
import { attackNames } from './attacks.ts'
import { registerPeople } from './logins.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
    matches: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
})
const [rounds, seconds, matches] = [values.rounds, values.seconds, values.matches].map(Number)
if (!rounds || !seconds || !matches)
  throw new Error('--rounds, --seconds and --matches must be whole numbers.')
const names = attackNames.filter((name) => values.only === undefined || name === values.only)

/** What an attack leaves under way when it ends: not to be measured as its absence, in milliseconds. */
const settleMs = 500
const thinkMs = 250
const megabyte = 1024 * 1024

const dataDir = await mkdtemp(join(tmpdir(), 'minefall-neighbors-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const database = await openDatabase({ folder: join(dataDir, 'database'), log: silentLogger() })
await addLoadTable(database)
await database.close()

const server = await startChild(programs.server, {
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ...manyFromOneAddress,
})
if (names.includes('logins')) await registerPeople(server.url)
const attacking = fork(new URL('./attacking.js', import.meta.url), [new URL(server.url).port])
const side = ourSide(server.url, loadTable, { matches, thinkMs })

/** Clicks to all five of their match, in milliseconds, for one slice of time. */
const measure = async (into: ReturnType<typeof samples>) => {
  side.tally.toAll = into
  side.tally.measuring = true
  await setTimeout(1000 * seconds)
  side.tally.measuring = false
}

/** Resolves with how often the attack did what it does. */
const stopAttack = async (): Promise<number> => {
  const stopped = once(attacking, 'message')
  attacking.send({ name: null })
  const [done] = await stopped
  return done
}

await side.enter(() => {})
side.gate.open()
await setTimeout(2_000)
console.log(`${5 * matches} sockets in ${matches} matches; ${rounds} rounds of ${seconds} s without and with`)
for (const name of names) {
  const [without, under] = [samples(), samples()]
  const before = await server.memory()
  let [most, done] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    await measure(without)
    attacking.send({ name })
    await measure(under)
    most = Math.max(most, (await server.memory()).resident)
    done += await stopAttack()
    await setTimeout(settleMs)
  }
  const [a, b] = [without.quantile(0.99), under.quantile(0.99)]
  const grown = (most - before.resident) / megabyte
  console.log(
    `${name.padEnd(9)} p50 ${without.quantile(0.5).toFixed(1)} → ${under.quantile(0.5).toFixed(1)} ms, ` +
      `p99 ${a.toFixed(1)} → ${b.toFixed(1)} ms (${(b / a).toFixed(2)} times), ` +
      `${without.count()} and ${under.count()} clicks, ${(done / (rounds * seconds)).toFixed(1)} of it a second, ${grown.toFixed(0)} MB more at most`,
  )
}
for (const [kind, { times, first }] of side.tally.wrong)
  console.log(`WRONG ${kind}, ${times} times: ${first}`)
side.leave()
attacking.disconnect()
await server.stop()
