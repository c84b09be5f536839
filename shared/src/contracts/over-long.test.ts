import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { everyCall } from './calls/every-call.ts'
import { deskClientMessages, deskHandshakeSchema } from './desk/index.ts'
import { clientMessages, handshakeSchema } from './live/index.ts'

type Schema = z.core.$ZodType

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The texts that a sender may give, each with its path. What a pipe hands on has passed its beginning. */
const textsOf = (schema: Schema, path: string): [string, Schema][] => {
  const { def } = schema._zod
  if (def.type === 'string') return [[path, schema]]
  return Object.entries(def).flatMap(([name, part]: [string, unknown]) => {
    if (name === 'out' || name === 'checks' || typeof part !== 'object' || part === null) return []
    if (isSchema(part)) return textsOf(part, path)
    return Object.entries(part).flatMap(([key, inner]: [string, unknown]) =>
      isSchema(inner) ? textsOf(inner, `${path}.${key}`) : [],
    )
  })
}

const asked: [string, Schema | undefined][] = [
  ...[...everyCall].flatMap(([name, { body, query, params }]): [string, Schema | undefined][] => [
    [name, body],
    [`${name}?`, query],
    [`${name}/`, params],
  ]),
  ...Object.entries<Schema>({ ...clientMessages, ...deskClientMessages }),
  ['handshake', handshakeSchema],
  ['desk handshake', deskHandshakeSchema],
]
const texts = asked.flatMap(([name, schema]) => (schema ? textsOf(schema, name) : []))

const most = 20_000
/** Letters, what no line holds, and what takes the longest to bring into its normal form. */
const overLong = ['a', '1\n', '\0', '\u0301\u0316'].map((part) => part.repeat(most))

describe('a text that is far too long', () => {
  it('may be in all these places', () => {
    expect(texts.length).toBeGreaterThan(100)
  })

  // A second problem would show that the whole of it was looked at again, by what may be slow.
  it.each(texts)('has one problem at %s', (_path, schema) => {
    for (const text of overLong) expect(z.core.safeParse(schema, text).error?.issues).toHaveLength(1)
  })
})
