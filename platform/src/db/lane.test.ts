import { Client, DatabaseError } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from './index.ts'
import { isInDoubt } from './index.ts'
import { laneOver } from './lane.ts'
import { describeDatabases } from './testing.ts'

describeDatabases('statements and transactions', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query('create table counter (id int primary key, n bigint not null)')
  })

  it('gives every type as the same value', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z')
    const { rows } = await db.query(
      `select $1::bigint as big, 7 as int, 1.5::float8 as float, 1.50::numeric as number, true as yes, null as none,
              $2::timestamptz as at, $3::bytea as bytes, $4::jsonb as object, $5::jsonb as list, $6::text[] as texts,
              $7::bigint[] as bigs, $8::bytea[] as blobs, $9::jsonb[] as objects, $10::uuid as id, $11::text as text`,
      [
        9_007_199_254_740_993n,
        at,
        new Uint8Array([0, 1, 255]),
        { a: [1, { b: null }] },
        JSON.stringify([1, 'zwei']),
        ['a', 'b,"c"', null],
        [1n, null, -9_223_372_036_854_775_808n],
        [new Uint8Array([1]), null, new Uint8Array([])],
        [JSON.stringify({ a: 1 }), JSON.stringify([1])],
        '01890a5d-ac96-774b-bcce-b302099a8057',
        'Straße 汉字',
      ],
    )
    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_993n,
        int: 7,
        float: 1.5,
        number: '1.50',
        yes: true,
        none: null,
        at,
        bytes: new Uint8Array([0, 1, 255]),
        object: { a: [1, { b: null }] },
        list: [1, 'zwei'],
        texts: ['a', 'b,"c"', null],
        bigs: [1n, null, -9_223_372_036_854_775_808n],
        blobs: [new Uint8Array([1]), null, new Uint8Array([])],
        objects: [{ a: 1 }, [1]],
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        text: 'Straße 汉字',
      },
    ])
  })

  it('counts the rows that a statement changed', async () => {
    expect((await db.query('insert into counter values (1, 0), (2, 0)')).count).toBe(2)
    expect((await db.query('update counter set n = n + 1 where id = $1', [1])).count).toBe(1)
    expect((await db.query('select * from counter order by id')).rows).toEqual([
      { id: 1, n: 1n },
      { id: 2, n: 0n },
    ])
  })

  it('commits what a transaction did, and takes back what a failed one did', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.query('insert into counter values (10, 1)')
      return 'done'
    })
    expect(answer).toBe('done')
    await expect(
      db.transaction(async (tx) => {
        await tx.query('insert into counter values (11, 1)')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect((await db.query('select id from counter where id >= 10')).rows).toEqual([{ id: 10 }])
  })

  it('goes on after a statement that fails, and does not call its fate unknown', async () => {
    const failed = await db.query('select 1 / $1::int', [0]).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '22012' })
    expect(isInDoubt(failed)).toBe(false)
    await expect(db.query('selec 1')).rejects.toMatchObject({ code: '42601' })
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('refuses to commit when a failed statement was swallowed', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query('insert into counter values (20, 1)')
        await tx.query('insert into counter values (20, 1)').catch(() => {})
      }),
    ).rejects.toThrow('rolled back')
    expect((await db.query('select from counter where id = 20')).count).toBe(0)
  })

  it('takes back everything when a check fails at the commit', async () => {
    await db.query(
      'create table later (id int primary key, next int references later (id) deferrable initially deferred)',
    )
    const failed = await db
      .transaction((tx) => tx.query('insert into later values (1, 2)'))
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '23503' })
    expect(isInDoubt(failed)).toBe(false)
    expect((await db.query('select from later')).count).toBe(0)
  })

  it('keeps transactions apart', async () => {
    const steps: string[] = []
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        db.transaction(async (tx) => {
          await tx.query('select n from counter where id = 1 for update')
          steps.push(`${name} in`)
          await tx.query('update counter set n = n + 1 where id = 1')
          steps.push(`${name} out`)
        }),
      ),
    )
    expect(
      steps.map((step, index) => (index % 2 === 0 ? step.endsWith('in') : step.endsWith('out'))),
    ).toEqual(Array(6).fill(true))
  })

  it('tries again after a serialization failure, a bounded number of times', async () => {
    let calls = 0
    const answer = await db.transaction(async (tx) => {
      calls++
      await tx.query('insert into counter values ($1, 0)', [100 + calls])
      if (calls < 3) await tx.query("do $$ begin raise exception 'again' using errcode = '40001'; end $$")
      return calls
    })
    expect(answer).toBe(3)
    expect((await db.query('select id from counter where id > 100')).rows).toEqual([{ id: 103 }])
    calls = 0
    await expect(
      db.transaction(async (tx) => {
        calls++
        await tx.query("do $$ begin raise exception 'again' using errcode = '40P01'; end $$")
      }),
    ).rejects.toMatchObject({ code: '40P01' })
    expect(calls).toBe(6)
  })

  it('goes on where what a prepared statement answers was changed under it', async () => {
    await db.query('create table shape (id int primary key)')
    await db.query('insert into shape values (1)')
    const read = 'select * from shape where id = $1'
    expect((await db.query(read, [1])).rows).toEqual([{ id: 1 }])
    await db.query('alter table shape add column wide text')
    expect((await db.query(read, [1])).rows).toEqual([{ id: 1, wide: null }])
    const again = await db.transaction((tx) => tx.query(read, [1]))
    expect(again.rows).toEqual([{ id: 1, wide: null }])
    await db.query('alter table shape drop column wide')
    const inside = await db.transaction((tx) => tx.query(read, [1]))
    expect(inside.rows).toEqual([{ id: 1 }])
  })

  it('refuses a statement that comes too late for its transaction', async () => {
    const late = await db.transaction(async (tx) => () => tx.query('select 1'))
    await expect(late()).rejects.toThrow('over')
  })

  it('has a lane for the journal', async () => {
    await db.journal.transaction((tx) => tx.query('insert into counter values (30, 1)'))
    expect((await db.journal.query('select n from counter where id = $1', [30])).rows).toEqual([{ n: 1n }])
  })

  it('refuses everything after it was closed, without calling it in doubt', async () => {
    const own = await open()
    await own.close()
    const failed = await own.query('select 1').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Error)
    expect(isInDoubt(failed)).toBe(false)
  })
})

it('knows a plan that a migration made stale in whichever language the server says so', async () => {
  const stale = Object.assign(
    new DatabaseError('gecachter Plan darf den Ergebnistyp nicht ändern', 0, 'error'),
    {
      code: '0A000',
      routine: 'RevalidateCachedQuery',
    },
  )
  const client = new Client()
  let asked = 0
  client.query = async () => {
    asked += 1
    if (asked === 1) throw stale
    return JSON.parse('{ "rows": [{ "one": 1 }], "rowCount": 1 }')
  }
  const released: boolean[] = []
  const lane = laneOver(async () => ({ client, release: (broken) => void released.push(broken) }))
  expect((await lane.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
  expect(released).toEqual([true, false])
})
