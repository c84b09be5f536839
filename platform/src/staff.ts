import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bus, openBus, silentLogger, systemClock } from '@minefall/shared/node'
import { v7 as newUuid } from 'uuid'
import { accountOptionsOf, argon2Hasher } from './accounts/index.ts'
import { runCommand } from './command.ts'
import { databasePlace, type PlatformSettings, readPlatformSettings } from './config.ts'
import { openDatabase } from './db/index.ts'
import { staffCommand } from './desk/index.ts'
import { readKeyRing } from './http/index.ts'

/** How long the bus may take to be reached, in milliseconds: what was done stays done without it. */
const reachMs = 3_000

/** Publishes what open desks should hear, where there is a bus between processes and something to say. */
const publish = async (
  settings: PlatformSettings,
  events: readonly ((bus: Bus) => void)[],
): Promise<void> => {
  if (events.length === 0 || settings.NATS_URL === undefined) return
  const opened = openBus({ ...settings, name: 'staff', user: 'platform', log: silentLogger() })
  const bus = await Promise.race([opened.catch(() => null), delay(reachMs, null, { ref: false })])
  if (bus) {
    for (const event of events) event(bus)
    await bus.close()
    return
  }
  console.error('NATS can’t be reached: desks that are open show the change when they are loaded again.')
  // The bus would go on trying.
  process.exit()
}

/** `npm run staff`: runs the command line on the configured database, which must exist. */
await runCommand('The staff could not be changed', async () => {
  const work = await staffCommand(process.argv.slice(2), process.stdin)
  const settings = readPlatformSettings(process.env)
  const db = await openDatabase({ ...databasePlace(settings), existing: true, log: silentLogger() })
  const events: ((bus: Bus) => void)[] = []
  const bus: Pick<Bus, 'publish'> = {
    publish: (name, key, news) => void events.push((opened) => opened.publish(name, key, news)),
  }
  try {
    const { hashing } = accountOptionsOf(settings)
    const hasher = await argon2Hasher({ ...hashing, waiting: 1, randomBytes })
    try {
      const staffKeys = await readKeyRing(resolve(settings.DATA_DIR), 'staff')
      console.log(await work({ db, bus, clock: systemClock, randomBytes, hasher, staffKeys, newId: newUuid }))
    } finally {
      await hasher.close()
    }
  } finally {
    await db.close()
  }
  await publish(settings, events)
  return 0
})
