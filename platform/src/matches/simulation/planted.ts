import { bodyCode } from '@minefall/shared/contracts'
import type { Wire } from '@minefall/shared/node'
import { z } from 'zod'
import type { Database, Sql } from '../../db/index.ts'
import { post } from '../../ledger/index.ts'
import { gift } from './books.ts'
import type { Around } from './node.ts'

// Faults that are put around the real parts of every node, to see that the judges find them. For tests alone.

/** Around each statement of a node outside of a transaction; the host has no others that decide anything. */
const aroundQuery = (
  change: (query: Sql['query'], text: string, values: readonly unknown[]) => ReturnType<Sql['query']>,
): Around => ({
  db(db): Database {
    const query: Sql['query'] = (text, values = []) => change(db.query, text, values) as never
    const lane = { ...db.journal, query }
    return { ...db, ...lane, journal: lane }
  },
})

/** A statement in which a part is another one. Throws when no statement has it any more: then nothing would be planted. */
const replacing = (part: string, by: string): Around =>
  aroundQuery((query, text, values) => query(text.replaceAll(part, by), values))

const isFlush = (text: string) => text.includes('insert into match_decision')
const allWritten = { rows: [{ partly: null }], count: 1 }

const flushedSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(z.looseObject({ seq: z.int(), events: z.array(z.unknown()), command_id: z.unknown() })))

/** The same decisions once more, behind themselves, as commands of no one. */
const behind = (values: readonly unknown[]): unknown[] => [
  JSON.stringify(
    flushedSchema
      .parse(values[0])
      .map((row) => ({ ...row, seq: row.seq + row.events.length, command_id: null })),
  ),
]

/** The values of a function's call in a chain of calls. */
const valuesOf = (name: string, text: string, values: readonly unknown[]): unknown[] | null => {
  const call = new RegExp(`${name}\\(([^)]*)\\)`).exec(text)
  return call?.[1]?.split(', ').map((place) => values[Number(place.slice(1)) - 1]) ?? null
}

const payoutSchema = z.tuple([
  z.string(),
  z.string(),
  z.array(z.string()),
  z.array(z.string()),
  z.array(z.bigint()),
])

/** Gives those who were paid the same once more. */
const payAgain = async (db: Sql, paid: unknown[]): Promise<void> => {
  const [matchId, asset, kinds, owners, amounts] = payoutSchema.parse(paid.slice(0, 5))
  for (const [index, owner] of owners.entries()) {
    if (asset !== 'coin' || kinds[index] !== 'player') continue
    await post(db, {
      kind: 'settled',
      idempotency: { scope: 'match', key: `${matchId}/again/${owner}` },
      ref: { type: 'match', id: matchId, step: 'again' },
      actor: 'planted',
      entries: gift(owner, 'coin', amounts[index] ?? 0n),
    })
  }
}

/** Around the bus of a node. */
const aroundWire = (change: (wire: Wire) => Partial<Wire>): Around => ({
  wire: (wire) => ({ ...wire, ...change(wire) }),
})

const resumeSchema = z.object({ seq: z.int() })
const refusedSchema = z.looseObject({ code: z.literal(bodyCode.conflict) })

/** What each fault is, and what is planted for it. */
export const planted: Readonly<Record<string, Around>> = {
  'the fence of moves is lost': replacing(
    'on l.shard = d.shard and l.epoch = d.epoch',
    'on l.shard = d.shard',
  ),
  'the fence of coins is lost': replacing('case when hold_lease(', 'case when true or hold_lease('),
  'a new owner has the old epoch': replacing('epoch = l.epoch + 1, version', 'epoch = l.epoch, version'),
  'a commit whose answer was lost is made again': aroundQuery(async (query, text, values) => {
    try {
      return await query(text, values)
    } catch (error) {
      if (!isFlush(text)) throw error
      return await query(text, behind(values))
    }
  }),
  'a lost answer is taken for a commit': aroundQuery(async (query, text, values) => {
    try {
      return await query(text, values)
    } catch (error) {
      if (!isFlush(text)) throw error
      return allWritten
    }
  }),
  'moves are published before their commit': aroundQuery(async (query, text, values) => {
    if (!isFlush(text)) return query(text, values)
    query(text, values).catch(() => {})
    return allWritten
  }),
  'a seat stays taken after its match': replacing('case when free_seats(', 'case when true or free_seats('),
  'a stake stays held after its match': replacing(
    'case when release_stakes(',
    'case when true or release_stakes(',
  ),
  'a pot is paid twice': aroundQuery(async (query, text, values) => {
    const answer = await query(text, values)
    const paid = valuesOf('pay_out', text, values)
    if (paid) await payAgain({ query: query as Sql['query'] }, paid)
    return answer
  }),
  'resumes are lost': aroundWire((wire) => ({
    answer: (name, at, hear) =>
      wire.answer(name, at, (asked) => {
        if (name !== 'match.resume' || !resumeSchema.safeParse(asked.value).success) hear(asked)
      }),
  })),
  'the last of several events is not published': aroundWire((wire) => ({
    publish(name, key, value) {
      const told = z.looseObject({ events: z.array(z.unknown()).min(2) }).safeParse(value)
      const less = name === 'match.events' && told.success
      return wire.publish(name, key, less ? { ...told.data, events: told.data.events.slice(0, -1) } : value)
    },
  })),
  'a refused command is acknowledged': aroundWire((wire) => ({
    answer: (name, at, hear) =>
      wire.answer(name, at, (asked) =>
        hear({
          ...asked,
          answer: (given) =>
            asked.answer(
              name === 'match.open' && refusedSchema.safeParse(given).success
                ? { ...(given as object), code: bodyCode.ok, data: { seq: 1 } }
                : given,
            ),
        }),
      ),
  })),
}
