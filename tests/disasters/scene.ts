import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type Sql } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { expect } from 'vitest'
import { audit } from '../harness/audit.ts'
import type { PostgresCluster } from '../harness/cluster.ts'
import { openLine } from '../harness/line.ts'
import { type PostgresRelay, postgresRelay } from '../harness/postgres-relay.ts'
import { longTurns, type Prepare, type Server, type Settings, startServer } from '../harness/server.ts'
import type { SmallDisk } from '../harness/small-disk.ts'
import { type Steadfast, type SteadfastOptions, steadfast } from '../harness/steadfast.ts'
import { someone, type Table, tableOf } from './table.ts'

/** No practice opponents, no limits in the way of many connections, short times where only waiting is saved. */
const quickSettings: Settings = {
  PRACTICE_FILL_MS: '600000',
  RESTART_GRACE_MS: '1000',
  DRAIN_MS: '100',
  LIVE_HANDSHAKES_PER_MINUTE: '100000',
}

export type Place = { kind: 'pglite' } | { kind: 'postgres'; cluster: PostgresCluster; name: string }

export type SceneOptions = {
  place: Place
  random: () => number
  /** Where PostgreSQL's files are, when they have a disk of their own. */
  disk?: SmallDisk | undefined
  settings?: Settings
  /** Changes the catalogue before the program starts. */
  prepare?: Prepare
  /** Words of the program's log that this disaster brings about by design. */
  alarms?: readonly string[]
}

/** A running program, those who play on it, and what a script does to both. */
export type Scene = {
  random: () => number
  server: Server
  /** The relay in front of PostgreSQL; throws where there is none. */
  relay(): PostgresRelay
  cluster(): PostgresCluster
  disk(): SmallDisk
  /** The database past the relay; throws for an embedded one, which its program alone may open. */
  database(): Awaited<ReturnType<typeof openDatabase>>
  /** The same database, for a session of the script's own. */
  databaseUrl(): string
  /** Runs when the disaster is over, however it ended. */
  later(undo: () => Promise<void>): void
  /** A new guest. */
  guest(options?: Partial<SteadfastOptions>): Steadfast
  /** Seats guests at one trial table, new ones unless they are given; five begin to play at once. */
  seat(count?: number, guests?: readonly Steadfast[]): Promise<Table>
  /** SIGKILL, and start again. */
  restart(): Promise<void>
  /** Holds what everybody was told against the database while all matches are over. */
  reckon(): Promise<void>
  /** Stops the program in order and reckons. */
  conclude(): Promise<void>
  remove(): Promise<void>
}

/** What no disaster may bring the program to. */
const alarming = /alarm|not caught|not handled|not told|stopping failed/

export const openScene = async (options: SceneOptions): Promise<Scene> => {
  const { place, random, prepare = longTurns, alarms = [] } = options
  const settings = { ...quickSettings, ...options.settings }
  const players = new Map<string, Steadfast>()
  const undoing: (() => Promise<void>)[] = []
  const past =
    place.kind === 'postgres'
      ? await openDatabase({ url: place.cluster.url(place.name), log: silentLogger() })
      : null
  const relay = place.kind === 'postgres' ? await postgresRelay(place.cluster.socket) : null
  if (past) await prepare(past)
  const server = await startServer(
    relay && place.kind === 'postgres'
      ? { ...settings, DATABASE_URL: `postgres://minefall@127.0.0.1:${relay.port}/${place.name}` }
      : settings,
    prepare,
  )

  const guest: Scene['guest'] = (own = {}) => {
    const player = steadfast({ url: () => server.url, random, ...own })
    players.set(`player ${players.size + 1}`, player)
    return player
  }

  /** What the server says a player has is what they were told last. */
  const balancesAgree = async () => {
    for (const player of players.values()) {
      const nothing = () => undefined
      const heard = { events: nothing, snapshot: nothing, beat: nothing, balance: nothing, lost: nothing }
      const line = await openLine(server.url, { deviceId: player.deviceId, tab: '0123456789abcdef' }, heard)
      await player.untilBalance(line.welcome.balance)
      line.drop()
    }
  }

  const readAlarms = async () => {
    const text = await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8')
    return text
      .split('\n')
      .filter((said) => alarming.test(said) && !alarms.some((word) => said.includes(word)))
  }

  const reckonWith = async (sql: Sql) => {
    const { findings, unfinished, acknowledged } = await audit(sql, players)
    expect([...findings, ...(await readAlarms())]).toEqual([])
    expect(unfinished).toEqual([])
    if (players.size > 0) expect(acknowledged).toBeGreaterThan(0)
  }

  return {
    random,
    server,
    relay: () => someone(relay ?? undefined, 'relay'),
    cluster: () => someone(place.kind === 'postgres' ? place.cluster : undefined, 'cluster'),
    disk: () => someone(options.disk, 'small disk'),
    databaseUrl: () =>
      someone(place.kind === 'postgres' ? place.cluster.url(place.name) : undefined, 'address'),
    later: (undo) => void undoing.push(undo),
    database: () => someone(past ?? undefined, 'way past the program to its database'),
    guest,
    async seat(count = 5, guests = Array.from({ length: count }, () => guest())) {
      const seated = []
      for (const player of guests) seated.push(await player.sit())
      expect(new Set(seated).size).toBe(1)
      return tableOf(someone(seated[0], 'match'), guests, random)
    },
    async restart() {
      await server.kill()
      await server.start()
    },
    async reckon() {
      await balancesAgree()
      if (past) await reckonWith(past)
      for (const player of players.values()) player.vanish()
      players.clear()
    },
    async conclude() {
      await balancesAgree()
      for (const player of players.values()) player.vanish()
      await server.stop()
      const sql =
        past ?? (await openDatabase({ folder: join(server.dataDir, 'database'), log: silentLogger() }))
      try {
        await reckonWith(sql)
      } finally {
        if (!past && 'close' in sql && typeof sql.close === 'function') await sql.close()
      }
    },
    async remove() {
      for (const player of players.values()) player.vanish()
      await server.kill()
      await server.remove()
      for (const undo of undoing) await undo()
      await past?.close()
      await relay?.close()
    },
  }
}
