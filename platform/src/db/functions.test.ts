import { createHash, randomUUID } from 'node:crypto'
import { silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database, Sql } from './database.ts'
import {
  migrate,
  readSchemaTexts,
  requireSchema,
  type SchemaTexts,
  type SqlText,
  sqlText,
} from './migrations.ts'
import { openServer } from './server.ts'
import { describeDatabase } from './testing.ts'
import { testServer } from './testing-server.ts'

const definitionsSchema = z.array(z.object({ name: z.string(), definition: z.string() }))

/** The functions of a database as it would write them. */
const definitionsOf = async (sql: Sql) => {
  const { rows } = await sql.query(
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace order by definition`,
  )
  return definitionsSchema.parse(rows)
}

const emptied = async (db: Database): Promise<Database> => {
  await db.query('drop schema public cascade')
  await db.query('create schema public')
  return db
}

/** A function that answers one word, as a file would hold it. */
const saying = (word: string, name = 'greeting'): SqlText =>
  sqlText(name, `create or replace function ${name}() returns text language sql as $$ select '${word}' $$;`)

describeDatabase('the functions of the database', (open) => {
  const texts = readSchemaTexts()
  const withFunctions = async (...more: SqlText[]): Promise<SchemaTexts> => {
    const { migrations, functions } = await texts
    return { migrations, functions: [...functions, ...more] }
  }
  const said = async (sql: Sql) => (await sql.query('select greeting() as word')).rows[0]?.word

  it('are the same in a new database and in one that has come through every release', async () => {
    const { migrations, functions } = await texts
    const old = await emptied(await open())
    for (const { version } of migrations)
      await migrate(old, { migrations: migrations.slice(0, version), functions: [] })
    await migrate(old, { migrations, functions })
    const fresh = await open()
    expect(await definitionsOf(old)).toEqual(await definitionsOf(fresh))
  })

  it('stand each in a file of its name, and all of them do', async () => {
    const functions = (await texts).functions.filter(({ name }) => name !== 'game_table')
    for (const { name, sql } of functions) {
      const made = [...sql.matchAll(/^create (?:or replace )?(?:function|procedure) (\w+)/gm)]
      expect([name, ...new Set(made.map(([, own]) => own))]).toEqual([name, name])
      expect(sql, name).not.toMatch(
        /^(?:create function|create (?!or replace function)|alter|insert|update|delete)/m,
      )
    }
    const names = (await definitionsOf(await open())).map(({ name }) => name)
    expect([...new Set(names)].sort()).toEqual(functions.map(({ name }) => name))
  })

  it('are applied once when their text has changed, by the first of the nodes that start', async () => {
    const db = await open()
    const [first, second] = [await withFunctions(saying('hello')), await withFunctions(saying('good day'))]
    expect(await Promise.all([migrate(db, first), migrate(db, first)])).toEqual([false, false])
    expect(await said(db)).toBe('hello')
    // By hand, to see that a start leaves it.
    await db.query(saying('hand').sql)
    await migrate(db, first)
    expect(await said(db)).toBe('hand')
    await migrate(db, second)
    expect(await said(db)).toBe('good day')
    // Back to what it was before.
    await migrate(db, first)
    expect(await said(db)).toBe('hello')
  })

  it('are not put back by an older program that starts beside a newer one', async () => {
    const db = await open()
    const older = await withFunctions(saying('hello'))
    const next = {
      version: older.migrations.length + 1,
      name: 'next',
      sql: '-- Functions.\n',
      goesOnFrom: 22,
    }
    const { functions } = await withFunctions(saying('good day'))
    await migrate(db, older)
    await migrate(db, { migrations: [...older.migrations, next], functions })
    await migrate(db, older)
    expect(await said(db)).toBe('good day')
    expect(await requireSchema(db, older)).toBe(false)
  })

  it('keep a program from starting, with nothing changed, when one of them is broken', async () => {
    const db = await open()
    const before = [
      await definitionsOf(db),
      (await db.query('select * from sql_function order by 1, 2')).rows,
    ]
    const { migrations, functions } = await texts
    const next = {
      version: migrations.length + 1,
      name: 'next',
      sql: 'create table added (id int)',
      goesOnFrom: 22,
    }
    for (const body of ['no sql', 'select nothing from nowhere']) {
      const broken = sqlText('wrong', `create function wrong() returns int language sql as $$ ${body} $$;`)
      await expect(
        migrate(db, {
          migrations: [...migrations, next],
          functions: [saying('hello'), ...functions, broken],
        }),
      ).rejects.toThrow(/could not be brought up to date \(function wrong: .*nothing was changed/)
    }
    expect([
      await definitionsOf(db),
      (await db.query('select * from sql_function order by 1, 2')).rows,
    ]).toEqual(before)
    expect((await db.query(`select to_regclass('added') as added`)).rows).toEqual([{ added: null }])
  })

  it('may call each other whatever their names, and be of another kind than before', async () => {
    const db = await open()
    const calling = (name: string, called: string) =>
      sqlText(
        name,
        `create or replace function ${name}() returns text language sql as $$ select ${called}() $$;`,
      )
    await migrate(db, await withFunctions(calling('a_greeting', 'greeting'), saying('hello')))
    expect((await db.query('select a_greeting() as word')).rows).toEqual([{ word: 'hello' }])
    const counted = sqlText(
      'greeting_count',
      `drop function if exists greeting_count(text);
       create or replace function greeting_count(of_text text) returns bigint language sql as $$ select 2::bigint $$;`,
    )
    await db.query(`create function greeting_count(of_text text) returns int language sql as $$ select 1 $$`)
    await migrate(db, await withFunctions(counted))
    expect((await db.query(`select greeting_count('') as n`)).rows).toEqual([{ n: 2n }])
  })

  it('are asked for by a program that changes nothing, such as that of the staff', async () => {
    const db = await open()
    expect(await requireSchema(db, await texts)).toBe(false)
    await expect(requireSchema(db, await withFunctions(saying('hello')))).rejects.toThrow(
      'start this version once, which brings it up to date',
    )
  })
})

/** What a migration says of the functions that came with it. */
const pinOf = (functions: readonly SqlText[]): string => {
  const all = functions.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
  return `-- Functions ${createHash('sha256').update(all).digest('hex').slice(0, 16)}.\n`
}

describe('a migration', () => {
  it('after those that made the functions first makes none', async () => {
    const { migrations } = await readSchemaTexts()
    const later = migrations.filter(({ version }) => version > 32)
    expect(later.length).toBeGreaterThan(0)
    for (const { name, sql } of later)
      expect(sql, `${name}: a function belongs into platform/src/db/functions`).not.toMatch(
        /\b(?:create|replace)\s+(?:function|procedure)\b/i,
      )
  })

  it('comes with every change of the functions, so that programs know which of them is newer', async () => {
    const { migrations, functions } = await readSchemaTexts()
    const pins = migrations.flatMap(({ sql }) => /^-- Functions .*\n/m.exec(sql) ?? [])
    expect(pins.at(-1), 'add a migration with this line').toBe(pinOf(functions))
  })
})

describe('a user of the server who may do no more than make tables', () => {
  const server = testServer()

  it('makes the database, its functions among it, and starts again', async () => {
    const url = new URL(await server.empty())
    const log = silentLogger()
    const admin = new pg.Client({ connectionString: url.toString() })
    await admin.connect()
    const name = `ordinary_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create role ${name} login password 'ordinary' nosuperuser nocreatedb nocreaterole`)
    await admin.query(`grant usage, create on schema public to ${name}`)
    try {
      url.username = name
      url.password = 'ordinary'
      for (const isNew of [true, false]) {
        const db = await openServer({ url: url.toString(), log })
        expect(db.isNew).toBe(isNew)
        await db.close()
      }
    } finally {
      await admin.query(`drop owned by ${name}`)
      await admin.query(`drop role ${name}`)
      await admin.end()
    }
  })
})
