import { createLogger } from '@minefall/shared/node'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from './index.ts'
import { describeDatabases } from './testing.ts'

const email = 'anna@example.com'
const insert = 'insert into person (id, email, born, at) values ($1, $2, $3, $4)'

describeDatabases('what is logged of an error of the database', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.query(
      `create table person (id int primary key, email text not null constraint person_email unique,
         born int constraint person_born check (born > 1900), at timestamptz not null)`,
    )
    await db.query(insert, [1, email, 1990, new Date(0)])
  })

  /** The line with the error that a statement fails with. */
  const logged = async (text: string, values: readonly unknown[]) => {
    const lines: string[] = []
    const log = createLogger({
      level: 'info',
      format: 'json',
      to: { write: (line) => void lines.push(line) },
    })
    const error = await db.query(text, values).catch((error: unknown) => error)
    log.error({ err: error }, 'failed')
    return lines.join('')
  }

  it.each([
    ['a key that is taken', '23505', 'person_email', insert, [2, email, 1990, new Date(0)]],
    ['a row that is refused', '23514', 'person_born', insert, [2, email, 1890, new Date(0)]],
    ['a row without a value', '23502', 'violates not-null', insert, [2, email, 1990, null]],
    ['a value of another type', '22P02', 'numutils.c', 'select $1::text::int', [email]],
    ['a day that is none', '22007', 'datetime.c', 'select $1::text::date', [email]],
    ['JSON that is none', '22P02', 'jsonfuncs.c', 'select $1::text::jsonb', [`{"a": ${email}}`]],
  ])('has the code of %s, and nothing of its contents', async (_, code, shown, text, values) => {
    const line = await logged(text, values)
    expect(JSON.parse(line)).toMatchObject({ err: { code, severity: 'ERROR' } })
    expect(line).toContain('logged.test')
    expect(line).not.toContain('anna')
    expect(line).toContain(shown)
  })
})
