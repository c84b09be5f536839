import { openDatabase, type Sql } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { expect } from 'vitest'
import { startCluster } from '../cluster/cluster.ts'
import { audit } from '../harness/audit.ts'
import type { PostgresCluster } from '../harness/cluster.ts'
import { hearNothing, openLine } from '../harness/line.ts'
import { allOf, type Harm, type PostgresRelay, postgresRelay } from '../harness/postgres-relay.ts'
import { longTurns, type Prepare, type Settings, startServer } from '../harness/server.ts'
import type { SmallDisk } from '../harness/small-disk.ts'
import { type Steadfast, type SteadfastOptions, steadfast } from '../harness/steadfast.ts'
import { clusterProgram, type Node, oneProcess, type Program } from './program.ts'
import { someone, type Table, tableOf } from './table.ts'

/** No practice opponents, no limits in the way of many connections, short times where only waiting is saved. */
const quickSettings: Settings = {
  PRACTICE_FILL_MS: '600000',
  RESTART_GRACE_MS: '1000',
  DRAIN_MS: '100',
  LIVE_HANDSHAKES_PER_MINUTE: '100000',
  STRANGERS_PER_SECOND: '1000000',
}

/** A database of a PostgreSQL server: what one process, or a cluster, plays on. */
type OnServer = { kind: 'postgres' | 'cluster'; postgres: PostgresCluster; name: string }
export type Place = { kind: 'pglite' } | OnServer

export type SceneOptions = {
  place: Place
  random: () => number
  /** Where PostgreSQL's files are, when they have their own disk. */
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
  program: Program
  /** The relays in front of PostgreSQL, one of each platform node, harmed as one; throws where there is none. */
  relay(): Harm
  postgres(): PostgresCluster
  /** The platform node of this name. */
  node(name: string): Node
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
  /** SIGKILL of the node that owns the table's match, and start again. */
  restart(table: Table): Promise<void>
  /** Holds what everyone heard against the database while all matches are over. */
  reckon(): Promise<void>
  /** Stops the program in order and reckons. */
  conclude(): Promise<void>
  remove(): Promise<void>
}

/** What no disaster may bring the program to. */
const alarming = /alarm|not caught|not handled|not told|stopping (?:failed|took too long)/

/** The shortest stall, in milliseconds, for which others may take a node's shards: 900 since its last beat, which is up to 200 old. */
const fencingStallMs = 700

/**
 * Whether a node was fenced because its story or a busy machine froze it. One that was fenced though it ran, or that
 * spent the time on other work, is an alarm.
 */
const isStalledByOthers = (said: string): boolean => {
  const [, stoodStillMs, workedMs] = /alarm=fenced +stoodStillMs=(\d+) +workedMs=(\d+)/.exec(said) ?? []
  return Number(stoodStillMs) >= fencingStallMs && Number(workedMs) < Number(stoodStillMs) / 2
}

type Opened = { program: Program; past: Past | null; relays: PostgresRelay[] }
type Past = Awaited<ReturnType<typeof openDatabase>>

const nodesOfPlatform = 2

/** Starts what runs, and the ways around it. */
const open = async (place: Place, settings: Settings, prepare: Prepare): Promise<Opened> => {
  if (place.kind === 'pglite')
    return { program: oneProcess(await startServer(settings, prepare)), past: null, relays: [] }
  const { kind, postgres, name } = place
  const databaseUrl = postgres.url(name)
  const past = await openDatabase({ url: databaseUrl, log: silentLogger() })
  await prepare(past)
  const nodes =
    kind === 'postgres'
      ? ['program']
      : Array.from({ length: nodesOfPlatform }, (_, index) => `platform-${index + 1}`)
  const relays = await Promise.all(nodes.map((node) => postgresRelay(postgres.socket, node)))
  const through = (number: number) => ({
    ...settings,
    DATABASE_URL: `postgres://minefall@127.0.0.1:${relays[number - 1]?.port}/${name}`,
  })
  const program =
    kind === 'postgres'
      ? oneProcess(await startServer(through(1)))
      : clusterProgram(
          await startCluster({
            databaseUrl,
            platforms: nodesOfPlatform,
            settings: { platform: through, bff: settings },
          }),
          past,
        )
  return { program, past, relays }
}

export const openScene = async (options: SceneOptions): Promise<Scene> => {
  const { place, random, prepare = longTurns, alarms = [] } = options
  const players = new Map<string, Steadfast>()
  const undoing: (() => Promise<void>)[] = []
  const { program, past, relays } = await open(place, { ...quickSettings, ...options.settings }, prepare)
  const { url } = program

  const guest: Scene['guest'] = (own = {}) => {
    const player = steadfast({ url: () => url, random, ...own })
    players.set(`player ${players.size + 1}`, player)
    return player
  }

  /** What the server says a player has is what they heard last. */
  const balancesAgree = async () => {
    for (const player of players.values()) {
      const line = await openLine(url, { deviceId: player.deviceId, tab: '0123456789abcdef' }, hearNothing)
      await player.untilBalance(line.welcome.balance)
      line.drop()
    }
  }

  const readAlarms = async () =>
    (await program.log())
      .split('\n')
      .filter((said) => alarming.test(said) && !isStalledByOthers(said))
      .filter((said) => !alarms.some((word) => said.includes(word)))

  const reckonWith = async (sql: Sql) => {
    const { findings, unfinished, acknowledged } = await audit(sql, players)
    expect([...findings, ...(await readAlarms())]).toEqual([])
    expect(unfinished).toEqual([])
    if (players.size > 0) expect(acknowledged).toBeGreaterThan(0)
  }

  return {
    random,
    program,
    relay: () => someone(relays.length > 0 ? allOf(relays) : undefined, 'relay'),
    postgres: () => someone(place.kind === 'pglite' ? undefined : place.postgres, 'PostgreSQL'),
    node: (name) =>
      someone(
        program.platforms.find((node) => node.name === name),
        `node ${name}`,
      ),
    disk: () => someone(options.disk, 'small disk'),
    databaseUrl: () =>
      someone(place.kind === 'pglite' ? undefined : place.postgres.url(place.name), 'address'),
    later: (undo) => void undoing.push(undo),
    database: () => someone(past ?? undefined, 'way past the program to its database'),
    guest,
    async seat(count = 5, guests = Array.from({ length: count }, () => guest())) {
      const seated = []
      for (const player of guests) seated.push(await player.sit())
      expect(new Set(seated).size).toBe(1)
      return tableOf(someone(seated[0], 'match'), guests, random)
    },
    async restart({ matchId }) {
      const owner = await program.ownerOf(matchId)
      await owner.kill()
      await owner.start()
    },
    async reckon() {
      await program.startAll()
      await balancesAgree()
      if (past) await reckonWith(past)
      for (const player of players.values()) player.vanish()
      players.clear()
    },
    async conclude() {
      await program.startAll()
      await balancesAgree()
      for (const player of players.values()) player.vanish()
      await program.stop()
      const sql = past ?? (await openDatabase({ folder: program.databaseFolder, log: silentLogger() }))
      try {
        await reckonWith(sql)
      } finally {
        if (!past && 'close' in sql && typeof sql.close === 'function') await sql.close()
      }
    },
    async remove() {
      for (const player of players.values()) player.vanish()
      await program.remove()
      for (const undo of undoing) await undo()
      await past?.close()
      for (const relay of relays) await relay.close()
    },
  }
}
