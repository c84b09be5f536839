import { z } from 'zod'
import type { Row, Sql } from '../../db/index.ts'

/** What may stand before a bracket in a plain read: none of these writes, waits, or knows of time or chance. */
const harmless = new Set(
  `select from where and or not in as any all exists filter array case when then else lateral on using over
   count sum avg min max coalesce greatest least round unnest encode bool_or`.split(/\s+/),
)
const reading = /^\s*select\b(?!.*(\bfor (no key )?(update|key|share)\b|\bcurrent_|\blocal|\bpg_|;))/is
const shaping = /\b(create|alter|drop)\b/i
const changing = /^\s*(with|select|insert|update|delete)\b/i

const written = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+)/gi
/** Not the name of a list of columns, as in `unnest($1) as e (id)`. */
const called = /(?<!\bas\s+)\b(\w+)\s*\(/gi
const named = /(\w+)/g
const wordsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, word]) => (word === undefined ? [] : [word.toLowerCase()]))

/** Functions with their bodies, and tables with the functions and tables that a write to them leads to. */
const catalogue = `select proname::text as name, prosrc as body, '{}'::text[] as calls, '{}'::text[] as tables
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select c.relname, null,
    array(select p.proname::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal),
    array(select r.relname::text from pg_constraint k join pg_class r on r.oid = k.conrelid
      where k.confrelid = c.oid and k.contype = 'f' and array[k.confdeltype, k.confupdtype] && '{c,n,d}'::"char"[])
  from pg_class c where c.relkind <> 'i' and c.relnamespace = 'public'::regnamespace`

const entriesSchema = z.array(
  z.object({
    name: z.string(),
    body: z.string().nullable(),
    calls: z.array(z.string()),
    tables: z.array(z.string()),
  }),
)
type Entry = z.infer<typeof entriesSchema>[number]
type Catalogue = ReadonlyMap<string, readonly Entry[]>

const readCatalogue = async (sql: Sql): Promise<Catalogue> => {
  const { rows } = await sql.query(catalogue)
  const all = new Map<string, Entry[]>()
  for (const entry of entriesSchema.parse(rows)) all.set(entry.name, [...(all.get(entry.name) ?? []), entry])
  return all
}

const isTable = (all: Catalogue, name: string): boolean =>
  all.get(name)?.some(({ body }) => body === null) ?? false

/** The tables that a statement reads and nothing besides; null when it may do more. */
const readBy = (all: Catalogue, text: string): readonly string[] | null =>
  reading.test(text) && wordsOf(text, called).every((name) => harmless.has(name))
    ? wordsOf(text, named).filter((name) => isTable(all, name))
    : null

/** The tables that a statement may write to, on its own and by all that it leads to. */
const writtenBy = (all: Catalogue, text: string): ReadonlySet<string> => {
  const followed = new Set<string>()
  const tables = new Set<string>()
  const follow = (body: string) => {
    for (const name of wordsOf(body, written)) write(name)
    for (const name of wordsOf(body, called)) call(name)
  }
  const call = (name: string) => {
    if (followed.has(name)) return
    followed.add(name)
    for (const { body } of all.get(name) ?? []) if (body !== null) follow(body)
  }
  const write = (name: string) => {
    if (tables.has(name) || !isTable(all, name)) return
    tables.add(name)
    for (const entry of all.get(name) ?? []) {
      entry.calls.forEach(call)
      entry.tables.forEach(write)
    }
  }
  follow(text)
  return tables
}

const freeze = (value: unknown): void => {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return
  for (const each of Object.values(value)) freeze(each)
  Object.freeze(value)
}

const keyOf = (values: readonly unknown[]): string =>
  values.length === 0
    ? ''
    : JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

/**
 * The one session of a database. A plain read is answered from memory until something may have written to its tables:
 * nodes ask all the time whose the shards are. Its rows are frozen, as they are the next one's too. For tests alone.
 */
export const rememberReads = async (sql: Sql): Promise<Sql> => {
  /** By text, and by its values. */
  const answers = new Map<string, Map<string, { rows: Row[]; count: number }>>()
  /** What each statement reads or writes, by its text. */
  const reads = new Map<string, readonly string[] | null>()
  const writes = new Map<string, ReadonlySet<string>>()
  let all = await readCatalogue(sql)

  /** What a statement does, worked out once. */
  const once = <T>(known: Map<string, T>, text: string, find: (all: Catalogue, text: string) => T): T => {
    const found = known.has(text) ? (known.get(text) as T) : find(all, text)
    known.set(text, found)
    return found
  }

  const forget = async (text: string): Promise<void> => {
    if (changing.test(text)) {
      const tables = once(writes, text, writtenBy)
      for (const asked of answers.keys())
        if (reads.get(asked)?.some((name) => tables.has(name))) answers.delete(asked)
      return
    }
    if (text === 'begin') return
    answers.clear()
    if (!shaping.test(text)) return
    // It may have changed what leads to what.
    reads.clear()
    writes.clear()
    all = await readCatalogue(sql)
  }

  return {
    async query<R extends Row>(text: string, values: readonly unknown[] = []) {
      const tables = once(reads, text, readBy)
      if (!tables) {
        try {
          return await sql.query<R>(text, values)
        } finally {
          await forget(text)
        }
      }
      const key = keyOf(values)
      const known = answers.get(text)?.get(key)
      if (known) return known as { rows: R[]; count: number }
      const answer = await sql.query<R>(text, values)
      freeze(answer.rows)
      const same = answers.get(text) ?? new Map<string, typeof answer>()
      answers.set(text, same.set(key, answer))
      return answer
    },
  }
}
