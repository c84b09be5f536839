import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** What texts and numbers of the contract look like: of each, the first that its schema accepts. */
const texts = [
  randomUUID(),
  '0123456789abcdef',
  'a'.repeat(32),
  'nothing',
  'Nothing to see here',
  '7',
  'XXX',
  '000000',
  'no-one@home.example',
] as const
const leaves: readonly unknown[] = [null, ...texts, 1, 30, false]

/**
 * For tests alone: the least that a schema of the contract accepts, as it is before it is parsed. Ids in it are valid and
 * of nothing that exists. Throws for a schema that takes something else than these texts and numbers.
 */
export const exampleOf = (schema: z.core.$ZodType): unknown => {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => !z.safeParse(field, undefined).success)
          .map(([name, field]) => [name, exampleOf(field)]),
      )
    case 'record': {
      const { values } = def.keyType._zod
      return Object.fromEntries([...(values ?? [])].map((key) => [key, exampleOf(def.valueType)]))
    }
    case 'array':
      return z.safeParse(schema, []).success ? [] : [exampleOf(def.element)]
    default: {
      const values = [...(schema._zod.values ?? []), ...leaves]
      const found = values.find((value) => z.safeParse(schema, value).success)
      if (found === undefined) throw new Error(`nothing is known that a ${def.type} of the contract takes`)
      return found
    }
  }
}
