import { createHash, randomUUID } from 'node:crypto'
import { silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { afterAll } from 'vitest'
import { readSchemaTexts } from './migrations.ts'
import { openServer } from './server.ts'
import { type Cluster, joinCluster } from './testing-cluster.ts'

export { accepts, findPrograms, initCluster, ordinaryUser } from './testing-cluster.ts'

const within = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, database: string) => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}

const given = process.env.TEST_DATABASE_URL

/** Any number nobody else takes an advisory lock with. */
const templateLock = 0x7e57

/** Makes the template of today's migrations unless another file of the run did. */
const ensureTemplate = async (cluster: Cluster, admin: string): Promise<string> => {
  const hash = createHash('sha256')
  const { migrations, functions } = await readSchemaTexts()
  for (const { sql } of [...migrations, ...functions]) hash.update(sql)
  const template = `minefall_${hash.digest('hex').slice(0, 16)}`
  await within(admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const making = `minefall_making_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${making}`)
    const database = await openServer({ url: cluster.url(making), log: silentLogger() })
    await database.close()
    await client.query(`alter database ${making} rename to ${template}`)
  })
  return template
}

const startServer = async () => {
  const cluster: Cluster = given ? { url: (database) => withDatabase(given, database) } : await joinCluster()
  const admin = given ?? cluster.url('postgres')
  const template = await ensureTemplate(cluster, admin)
  const made: string[] = []
  return {
    async fresh() {
      const name = `minefall_test_${randomUUID().replaceAll('-', '')}`
      await within(admin, (client) => client.query(`create database ${name} template ${template}`))
      made.push(name)
      return cluster.url(name)
    },
    async stop() {
      await within(admin, async (client) => {
        for (const name of made) await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

/** A server's fresh, migrated databases, as addresses; they are dropped after the suite that calls this. */
export const testServer = (): { fresh(): Promise<string> } => {
  let server: ReturnType<typeof startServer> | undefined
  afterAll(async () => {
    await (await server)?.stop()
  })
  return {
    async fresh() {
      server ??= startServer()
      return (await server).fresh()
    },
  }
}
