import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBffSettings, startBff } from '@minefall/bff'
import { openDatabase, readPlatformSettings, startPlatform } from '@minefall/platform'
import { inProcessBus, silentLogger, systemClock } from '@minefall/shared/node'
import { manyFromOneAddress } from './accounts.ts'
import type { Prepare, Settings } from './server.ts'
import { patient } from './settings.ts'

export type InProcess = {
  db: Awaited<ReturnType<typeof openDatabase>>
  /** Of each BFF, and of the first. */
  addresses: string[]
  address: string
  close(): Promise<void>
}

/**
 * A platform, and a BFF for each of `edges`, in the test's own process on the PostgreSQL database at `url`, which
 * `prepare` fills first. The platform's clock is `ahead()` milliseconds ahead of the machine's.
 */
export const startInProcess = async ({
  url,
  prepare,
  settings = {},
  edges = ['here'],
  ahead = () => 0,
}: {
  url: string
  prepare?: Prepare
  settings?: Settings
  edges?: readonly string[]
  ahead?: () => number
}): Promise<InProcess> => {
  const log = silentLogger()
  const common = { ...manyFromOneAddress, ...patient, ...settings }
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.reverse()) await end()
  }
  const folder = await mkdtemp(join(tmpdir(), 'minefall-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  try {
    const db = await openDatabase({ url, log })
    ends.push(db.close)
    await prepare?.(db)
    const bus = inProcessBus({ log })
    ends.push(bus.close)
    const platform = await startPlatform({
      settings: readPlatformSettings({
        ...common,
        DATA_DIR: folder,
        DATABASE_URL: url,
      }),
      bus,
      clock: { ...systemClock, now: () => systemClock.now() + ahead() },
      log,
    })
    ends.push(platform.close)
    const addresses: string[] = []
    for (const EDGE_ID of edges) {
      const bff = await startBff({
        settings: readBffSettings({
          ...common,
          PORT: '0',
          HOST: '127.0.0.1',
          UPSTREAM_URL: platform.address,
          EDGE_KEY: platform.edgeKey,
          EDGE_ID,
        }),
        bus,
        log,
      })
      ends.push(bff.close)
      addresses.push(bff.address)
    }
    const [address = ''] = addresses
    return { db, addresses, address, close }
  } catch (error) {
    await close()
    throw error
  }
}
