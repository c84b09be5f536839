import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Sql } from '@minefall/platform'
import { addTestStaff, type TestStaff } from '@minefall/platform/testing-staff'
import { silentLogger } from '@minefall/shared/node'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { type PostgresCluster, postgresCluster } from '../harness/cluster.ts'
import type { LoadOptions } from './arguments.ts'
import { type Child, startChild } from './child.ts'
import type { Beside } from './processor.ts'
import { programs, serverOf } from './repository.ts'

/**
 * A table of the load's own: a blind board of the largest size with as few mines as five seats may have, so that a
 * match lasts about two hundred clicks. Its turns are as long as a move's short form can tell.
 */
export const loadTable = 'load'
export const turnMs = 60_000

/** The same table, sealed. */
export const sealedTable = 'load-sealed'

/** Longer than any run in which no one moves. */
const idleTurnMs = 3_600_000

const insertTable = ({ sealed = false, onTv = false, side = 16 } = {}) => `
  insert into game_table
    (game_id, name, position, seats, w, h, mines, clues, boards, clock_ms, stakes, assets, guests, practice${sealed ? ', sealed' : ''})
  values ($1, 'Load', ${sealed ? 1001 : 1000}, 5, ${side}, ${side}, 4, ${onTv}, 1, $2, '${onTv ? '{1}' : '{100}'}', '${onTv ? '{promo}' : '{trial}'}', true, false${sealed ? ', true' : ''})`

/** Puts the load's table into the catalogue, which a server reads when it starts; on a board of so many tiles a side. */
export const addLoadTable = (database: Sql, clockMs = turnMs, side?: number): Promise<unknown> =>
  database.query(insertTable({ side }), [loadTable, clockMs])

/** The product's largest board: who takes a match over has to deal it. */
export const harmedSide = 8

/** What is played for there: TV shows no matches for trial coins. */
export const stakeOnTv = { stake: '1', asset: 'promo' }

/** The same table as it may be on TV: with clues, for the bonus coins of accounts. */
const addTvTable = (database: Sql): Promise<unknown> =>
  database.query(insertTable({ onTv: true }), [loadTable, turnMs])

/** Puts the sealed one beside it. */
const addSealedTable = (database: Sql): Promise<unknown> =>
  database.query(insertTable({ sealed: true }), [sealedTable, turnMs])

/** As many connections as a server takes. */
const connectionsFor = (sockets: number) => 2 * sockets + 1_000

/** Room for everyone to come from one address. */
const oneAddress = (sockets: number) => ({
  CONNECTIONS: String(connectionsFor(sockets)),
  CONNECTIONS_PER_ADDRESS: String(connectionsFor(sockets)),
  LIVE_SOCKETS_PER_ADDRESS: String(2 * sockets),
  LIVE_HANDSHAKES_PER_MINUTE: '1000000',
  STRANGERS_PER_SECOND: '1000000',
  LIVE_IDENTIFYING_PER_ADDRESS: '100',
  GUESTS_PER_ADDRESS_HOUR: '1000000',
  GUESTS_PER_ADDRESS_DAY: '1000000',
})

/** The same at a cluster's gateway, which leaves each BFF room to say that it is ready. */
export const raisedGateway = ({ matches, watchers }: Pick<LoadOptions, 'matches' | 'watchers'>) => {
  const connections = connectionsFor(5 * matches + watchers)
  return {
    GATEWAY_CONNECTIONS_PER_ADDRESS: String(connections),
    GATEWAY_REQUESTS_PER_ADDRESS: String(connections),
    GATEWAY_CONNECTIONS_PER_BFF: String(connections - 100),
  }
}

const unhurried = '100000'

/** Settings that differ from the product's, each because thousands of sockets come from one address or play fast. */
export const raisedSettings = ({
  asShipped,
  matches,
  judged,
  watchers = 0,
}: Pick<LoadOptions, 'asShipped' | 'matches'> & Partial<Pick<LoadOptions, 'judged' | 'watchers'>>): Record<
  string,
  string
> => ({
  ...oneAddress(5 * matches + watchers),
  ...(judged || watchers > 0 ? manyFromOneAddress : {}),
  ...(asShipped
    ? {}
    : {
        LIVE_SOCKET_RATE: unhurried,
        LIVE_SOCKET_BURST: unhurried,
        LIVE_PLAYER_RATE: unhurried,
        LIVE_PLAYER_BURST: unhurried,
        LIVE_SITS_PER_MINUTE: unhurried,
        LIVE_LOOKUPS_PER_MINUTE: unhurried,
      }),
})

/** The program under load. */
export type Server = {
  child: Child
  /** The postmaster's process; null where the database lives in the server's own. */
  databasePid: number | null
  /** Who may sign in at the desk; null unless there is to be one. */
  staff: TestStaff | null
  stop(): Promise<void>
}

/** As PostgreSQL comes: every commit is on the disk before it is acknowledged. */
const postgresSettings = ['max_connections=50']

/** The process that all of a PostgreSQL server's come from. */
const postmasterOf = async ({ socket }: PostgresCluster): Promise<number> =>
  Number((await readFile(join(dirname(socket), 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** What opens and migrates a database, as the work tree has it whose server is played. */
const openerOf = (tree: string | null): Promise<typeof import('@minefall/platform')> =>
  tree === null ? import('@minefall/platform') : import(join(resolve(tree), 'platform/dist/index.js'))

/** Starts the real program with fresh data, which is gone afterwards; a database server `beside` it. */
export const startServer = async (options: LoadOptions, beside: Beside): Promise<Server> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'minefall-load-'))
  // However this ends, also in the middle of a run.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const postgres =
    options.db === 'postgres'
      ? await beside(() => postgresCluster(tmpdir(), { settings: postgresSettings }))
      : null
  try {
    const place = postgres ? { url: postgres.url('postgres') } : { folder: join(dataDir, 'database') }
    const { openDatabase } = await openerOf(options.tree)
    const database = await openDatabase({ ...place, log: silentLogger() })
    if (options.watchers > 0) await addTvTable(database)
    else if (!options.asShipped) await addLoadTable(database, options.idle ? idleTurnMs : turnMs)
    if (options.baselines.includes('sealed')) await addSealedTable(database)
    const [staff = null] = options.desk ? await addTestStaff(database, dataDir, ['admin']) : []
    await database.close()
    const child = await startChild(options.tree === null ? programs.server : serverOf(options.tree), {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...(postgres ? { DATABASE_URL: postgres.url('postgres') } : {}),
      ...raisedSettings(options),
    })
    return {
      child,
      databasePid: postgres && (await postmasterOf(postgres)),
      staff,
      async stop() {
        await child.stop()
        await postgres?.remove()
      },
    }
  } catch (error) {
    await postgres?.remove()
    throw error
  }
}
