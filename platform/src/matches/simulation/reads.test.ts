import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '../../db/index.ts'
import { openEngine } from './engine.ts'
import { rememberReads } from './reads.ts'

const engine = await openEngine()
afterAll(() => engine.close())

/** How often the database was asked each text. */
const asked = new Map<string, number>()
const counting: Sql = {
  query(text, values) {
    asked.set(text, (asked.get(text) ?? 0) + 1)
    return engine.query(text, values)
  },
}
let sql: Sql

beforeAll(() =>
  engine.query(`create table pile (id int primary key, size int not null);
    create table stone (pile int not null references pile (id) on delete cascade);
    create table pebble (size int not null);
    create function add_pile(int) returns void language sql as 'insert into pile values ($1, 0)';
    create function add_twice(int) returns void language plpgsql as 'begin perform add_pile($1); perform add_pile($1 + 1); end';
    create function count_stone() returns trigger language plpgsql as
      'begin update pile set size = size + 1 where id = new.pile; return null; end';
    create trigger counted after insert on stone for each row execute function count_stone()`),
)
beforeEach(async () => {
  await engine.query('truncate pile, stone, pebble')
  await engine.query('insert into pile values (1, 0), (2, 0)')
  asked.clear()
  sql = await rememberReads(counting)
})

const piles = 'select id, size from pile order by id'
const read = async () => (await sql.query(piles)).rows

describe('reads from memory', () => {
  it('are those of the same text and values, as long as another table is written to', async () => {
    const one = 'select size from pile where id = $1'
    expect(await read()).toEqual([
      { id: 1, size: 0 },
      { id: 2, size: 0 },
    ])
    expect((await sql.query(one, [1])).count).toBe(1)
    expect((await sql.query(one, [3])).count).toBe(0)
    await sql.query('insert into pebble values (1)')
    await read()
    expect((await sql.query(one, [1])).count).toBe(1)
    expect(asked.get(piles)).toBe(1)
    expect(asked.get(one)).toBe(2)
  })

  it.each([
    'select p.size from unnest($1::int[]) as w (id) join pile p on p.id = w.id',
    'select size from pile where id <> all ($1::int[])',
  ])('are those of a list: %s', async (text) => {
    for (const ids of [[1], [1, 2], [1]]) await sql.query(text, [ids])
    expect(asked.get(text)).toBe(2)
    await sql.query('delete from pile')
    expect((await sql.query(text, [[1]])).count).toBe(0)
  })

  it.each([
    ['a statement', 'update pile set size = 9 where id = 1'],
    ['a part of one', 'with gone as (delete from pile where id = 2 returning id) select id from gone'],
    ['a function', 'select add_pile(3)'],
    ['a function that calls another', 'select add_twice(3)'],
    ['a trigger', 'insert into stone values (1)'],
    [
      'a function made since',
      "create or replace function pg_temp.drop_all() returns void language sql as 'delete from pile'; select pg_temp.drop_all()",
    ],
  ])('are given up after %s has written to their table', async (_, text) => {
    const before = await read()
    await sql.query(text)
    expect(await read()).not.toEqual(before)
  })

  it('are given up after a cascade has written to their table', async () => {
    await sql.query('insert into stone values (1)')
    const stones = 'select pile from stone'
    expect((await sql.query(stones)).count).toBe(1)
    await sql.query('delete from pile where id = 1')
    expect((await sql.query(stones)).count).toBe(0)
  })

  it('know what a transaction wrote, and that it was undone', async () => {
    const before = await read()
    await sql.query('begin')
    await sql.query('delete from pile')
    expect(await read()).toEqual([])
    await sql.query('rollback')
    expect(await read()).toEqual(before)
  })

  it.each([
    'select id, now() as at from pile',
    'select id, current_timestamp as at from pile',
    'select id, random() as chance from pile',
    'select id from pile for update',
    "select pg_notify('told', id::text) from pile",
  ])('are none of: %s', async (text) => {
    await sql.query(text)
    await sql.query(text)
    expect(asked.get(text)).toBe(2)
  })
})
