import * as z from 'zod/mini'

z.config({ jitless: true })
const s = z.strictObject({
  a: z.int().check(z.minimum(0), z.maximum(5)),
  b: z.optional(z.string().check(z.minLength(1), z.maxLength(3), z.regex(/x/))),
  c: z.nullable(z.number()),
  d: z.boolean(),
  e: z.enum(['a']),
  f: z.literal(1),
  g: z.array(z.uuid()),
  h: z.union([z.null(), z.unknown()]),
  i: z.custom((v) => typeof v === 'string'),
  k: z.instanceof(Blob),
})
const o = z.pipe(
  z.object({ x: z.int() }),
  z.transform((v) => v),
)
const u = z.discriminatedUnion('k', [
  z.strictObject({ k: z.literal('a') }),
  z.extend(s, { k: z.literal('b') }),
])
console.log(s.safeParse(1), o.parse(2), u.safeParse(3), z.record(z.string(), z.int()).safeParse(2))
