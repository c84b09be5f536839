import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { newTimes, openHall, type Print, quantiles, readAll, ready, requireClean, timed } from './matches.ts'

/** The ledger on the embedded database in a folder, which does one thing at a time. */
export const onPglite = async (
  { pairs, seconds }: { pairs: number; seconds: number },
  print: Print,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-bench-'))
  const db = await openDatabase({ folder: join(folder, 'database'), log: silentLogger() })
  try {
    const hall = await openHall(db, { players: 2_000, rakeBps: 0 })
    const times = newTimes()
    const began = performance.now()
    for (let match = 0; match < pairs; match += 1) {
      const staged = await ready(db, hall, match, times)
      await timed(times.settlement, () => staged.settle())
    }
    const took = (performance.now() - began) / 1_000
    print('PGlite')
    print(`${pairs} matches one after another, ${(pairs / took).toFixed(0)}/s; each with its commit:`)
    for (const [name, of] of Object.entries(times)) print(`  ${name}: ${quantiles(of)}`)
    const read = await readAll(db, hall, { seconds, connections: 1 })
    print(`balance reads: ${read.perSecond.toFixed(0)}/s, ${quantiles(read.times)}`)
    await requireClean(db)
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}
