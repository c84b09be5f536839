import { silentLogger, withRequestId } from '@minefall/shared/node'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database, Sql } from './database.ts'
import { migrate, readSchemaTexts, requireSchema, type SchemaTexts } from './migrations.ts'
import { openServer, type ServerOptions } from './server.ts'
import { patient } from './testing.ts'
import { testServer } from './testing-server.ts'

const log = silentLogger()
const server = testServer()

/** Several nodes on one server, as several processes are: each has its own sessions, plans and locks. */
describe('a database that several nodes share', () => {
  const opened: Database[] = []
  const nodeAt = async (url: string, options: Partial<ServerOptions> = {}): Promise<Database> => {
    const node = await openServer({ url, log, ...patient, ...options })
    opened.push(node)
    return node
  }
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close()
  })
  const two = async () => {
    const url = await server.fresh()
    return [await nodeAt(url), await nodeAt(url)] as const
  }
  /** A migration after those of this program. */
  const next = async (sql: string, goesOnFrom?: number): Promise<SchemaTexts> => {
    const { migrations, functions } = await readSchemaTexts()
    const version = migrations.length + 1
    return {
      migrations: [...migrations, { version, name: 'next', sql, goesOnFrom: goesOnFrom ?? version }],
      functions,
    }
  }

  it('goes on at once in every session whose plans a migration of another node made stale', async () => {
    const [old, newer] = await two()
    await old.query('create table thing (id int primary key)')
    await old.query('insert into thing values (1)')
    const read = 'select * from thing where id = $1'
    /** In as many sessions as there are: each transaction waits until all have one. */
    const readAll = () => {
      let open = () => {}
      const all = new Promise<void>((resolve) => {
        open = resolve
      })
      let begun = 0
      const readOne = async (tx: Sql) => {
        if (++begun === 10) open()
        await all
        return (await tx.query(read, [1])).rows[0]
      }
      return Promise.all(Array.from({ length: 10 }, () => old.transaction(readOne)))
    }
    expect(await readAll()).toEqual(Array(10).fill({ id: 1 }))
    await migrate(newer, await next('alter table thing add column name text'))
    // Separate statements one after another, each in a session that has the old plan.
    for (let n = 0; n < 10; n++) expect((await old.query(read, [1])).rows).toEqual([{ id: 1, name: null }])
    expect(await readAll()).toEqual(Array(10).fill({ id: 1, name: null }))
  })

  it('is migrated past a table in use, whose other users never wait for long', async () => {
    const [old, newer] = await two()
    await old.query('create table busy (id int primary key)')
    await old.query('insert into busy values (1)')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let isHeld = () => {}
    const holding = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const holder = old.transaction(async (tx) => {
      await tx.query('select id from busy where id = 1 for update')
      isHeld()
      await held
    })
    await holding
    const migrating = migrate(newer, await next('alter table busy add column name text'))
    const isWaiting = async () =>
      (
        await newer.query(
          `select from pg_stat_activity where wait_event = 'relation' and query like 'alter table busy%'`,
        )
      ).count > 0
    await expect.poll(isWaiting).toBe(true)
    // Someone who comes now stands behind the migration, which soon stands back.
    expect((await old.query('select id from busy where id = $1', [1])).rows).toEqual([{ id: 1 }])
    letGo()
    await holder
    expect(await migrating).toBe(false)
    expect((await old.query('select name from busy')).rows).toEqual([{ name: null }])
  })

  it('is waited for by a node that starts, for longer than any other statement may take', async () => {
    const url = await server.fresh()
    const first = await nodeAt(url)
    const migrating = first.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [0x6d696e65])
      const second = nodeAt(url, { statementMs: 2_000 })
      const hasWaited = async () => {
        const { count } = await first.query(
          `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()
             and clock_timestamp() - query_start > interval '2500 milliseconds'`,
        )
        return count > 0
      }
      await expect.poll(hasWaited).toBe(true)
      return { second }
    })
    const { second } = await migrating
    expect((await (await second).query('select from schema_version')).count).toBeGreaterThan(0)
  })

  it('is opened again by an older program only where its changes let that go on', async () => {
    const [older, newer] = await two()
    const known = await readSchemaTexts()
    const { length } = known.migrations
    const expanded = await next('create table added (id int)', length)
    await migrate(newer, expanded)
    expect(await migrate(older, known)).toBe(false)
    expect(await requireSchema(older, known)).toBe(false)
    const drop = { version: length + 2, name: 'contract', sql: 'drop table added', goesOnFrom: length + 1 }
    const contracted = { ...expanded, migrations: [...expanded.migrations, drop] }
    await migrate(newer, contracted)
    await expect(migrate(older, known)).rejects.toThrow('newer version of Minefall')
    await expect(requireSchema(older, known)).rejects.toThrow('newer version of Minefall')
    expect(await migrate(older, expanded)).toBe(false)
    expect(await migrate(older, contracted)).toBe(false)
  })

  it('waits only so long for a transaction of a node that has fallen silent', async () => {
    const url = await server.fresh()
    const silent = await nodeAt(url, { statementMs: 500 })
    const other = await nodeAt(url)
    await other.query('create table purse (coins int)')
    await other.query('insert into purse values (1)')
    const add = 'update purse set coins = coins + 1'
    const cut = silent.transaction(async (tx) => {
      await tx.query(add)
      await other.query(add)
    })
    await expect(cut).rejects.toThrow()
    expect((await other.query('select coins from purse')).rows).toEqual([{ coins: 2 }])
  })

  it('names the request that a transaction is for, and no one after it', async () => {
    const [node, other] = await two()
    const named = async (pid: unknown) => {
      const { rows } = await other.query(
        'select application_name as name from pg_stat_activity where pid = $1',
        [pid],
      )
      return rows[0]?.name
    }
    const pid = await withRequestId("it's-7", () =>
      node.transaction(async (tx) => {
        const { rows } = await tx.query('select pg_backend_pid() as pid')
        expect(await named(rows[0]?.pid)).toBe("minefall it's-7")
        return rows[0]?.pid
      }),
    )
    expect(await named(pid)).toBe('minefall')
  })

  it('keeps what one node wrote from being undone, or seen half, by another', async () => {
    const [one, other] = await two()
    await one.query('create table purse (id int primary key, coins bigint not null check (coins >= 0))')
    await one.query('insert into purse values (1, 10)')
    const spend = (node: Database) =>
      node.transaction(async (tx) => {
        const { rows } = await tx.query('select coins from purse where id = 1 for update')
        if (rows[0]?.coins === 0n) return false
        await tx.query('update purse set coins = coins - 1 where id = 1')
        return true
      })
    const spent = await Promise.all(Array.from({ length: 30 }, (_, n) => spend(n % 2 === 0 ? one : other)))
    expect(spent.filter(Boolean)).toHaveLength(10)
    expect((await other.query('select coins from purse')).rows).toEqual([{ coins: 0n }])
  })
})
