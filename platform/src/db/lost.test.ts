import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, isInDoubt, isReadOnly, isUnavailable } from './index.ts'
import { openServer } from './server.ts'
import { testServer } from './testing-server.ts'

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('it did not reject'),
    (error: unknown) => error,
  )

describe('a connection that is lost', () => {
  const server = testServer()
  let db: Database
  beforeAll(async () => {
    // Time for a statement of the journal, and for the server to say that one took too long.
    const slowly = { journalMs: 2_000, silentMs: 60_000 }
    db = await openServer({ url: await server.fresh(), log: silentLogger(), ...slowly })
    await db.query(`
      create table fragile (n int primary key);
      create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger dies after insert on fragile deferrable initially deferred
        for each row when (new.n < 0) execute function die();
    `)
  })
  afterAll(() => db.close())

  const suicide = 'select pg_terminate_backend(pg_backend_pid())'

  it('in a commit leaves its fate unknown', async () => {
    const error = await rejection(db.transaction((tx) => tx.query('insert into fragile values (-1)')))
    expect(isInDoubt(error)).toBe(true)
    expect((await db.query('select from fragile where n = -1')).count).toBe(0)
  })

  it('in a separate statement leaves its fate unknown', async () => {
    expect(isInDoubt(await rejection(db.query(suicide)))).toBe(true)
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('before the commit was asked for took nothing with it', async () => {
    const error = await rejection(
      db.transaction(async (tx) => {
        await tx.query('insert into fragile values (1)')
        await tx.query(suicide)
      }),
    )
    expect(isUnavailable(error)).toBe(true)
    expect(isInDoubt(error)).toBe(false)
    expect((await db.query('select from fragile where n = 1')).count).toBe(0)
  })

  it('is replaced: all connections at once', async () => {
    const pids = await Promise.all(
      Array.from({ length: 4 }, () =>
        db.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)'),
      ),
    )
    await db.journal.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
      pids.map(({ rows }) => rows[0]?.pid ?? 0),
    ])
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => db.query('select 1 as one')))
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('is closed by us when it leads to a standby: the next may lead to the primary', async () => {
    const standby = 'set session characteristics as transaction read only'
    const write = 'insert into fragile values (4)'
    await db.journal.query(standby)
    expect(isReadOnly(await rejection(db.journal.query(write)))).toBe(true)
    expect((await db.journal.query(write)).count).toBe(1)
    await db.journal.query(standby)
    const within = await rejection(db.journal.transaction((tx) => tx.query('delete from fragile')))
    expect([isReadOnly(within), isUnavailable(within)]).toEqual([true, true])
    expect((await db.journal.query('delete from fragile')).count).toBe(1)
  })

  it('is cut by the server for a journal that waits or sleeps too long, which is no doubt', async () => {
    const slow = await rejection(db.journal.query('select pg_sleep(5)'))
    expect(slow).toMatchObject({ code: '57014' })
    expect(isUnavailable(slow)).toBe(true)
    expect(isInDoubt(slow)).toBe(false)
    const asleep = await rejection(
      db.journal.transaction(async (tx) => {
        await tx.query('insert into fragile values (2)')
        await db.query('select pg_sleep(2.5)')
        await tx.query('insert into fragile values (3)')
      }),
    )
    expect(asleep).toBeInstanceOf(Error)
    expect(isInDoubt(asleep)).toBe(false)
    expect((await db.query('select from fragile')).count).toBe(0)
    expect((await db.journal.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
