import { expect, it } from 'vitest'
import { callAll, isInDoubt, refusalOf } from './index.ts'
import { describeDatabases } from './testing.ts'

describeDatabases('functions called in one statement', (open) => {
  const prepare = async () => {
    const db = await open()
    await db.query('create table note (id int primary key, text text)')
    await db.query(`
      create function note_down(number int, what text) returns boolean language plpgsql as $$
      begin
        insert into note select number, what || ' after ' || count(*) from note;
        return true;
      end $$`)
    return db
  }
  const note = (number: number, what: string) => ({ name: 'note_down', values: [number, what] })

  it('run in their order, each seeing what the one before did', async () => {
    const db = await prepare()
    await callAll(db, [note(2, 'two'), note(1, 'one'), note(3, 'three')])
    const { rows } = await db.query('select text from note order by id')
    expect(rows).toEqual([{ text: 'one after 1' }, { text: 'two after 0' }, { text: 'three after 2' }])
  })

  it('are taken back together when one refuses, which tells why', async () => {
    const db = await prepare()
    const refused = await callAll(db, [
      note(1, 'one'),
      { name: 'refuse', values: ['not-now'] },
      note(2, 'two'),
    ]).catch((error: unknown) => error)
    expect(refusalOf(refused)).toBe('not-now')
    expect(isInDoubt(refused)).toBe(false)
    const failed = await callAll(db, [note(1, 'one'), note(1, 'again')]).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: '23505' })
    expect(refusalOf(failed)).toBeNull()
    expect((await db.query('select from note')).count).toBe(0)
  })
})
