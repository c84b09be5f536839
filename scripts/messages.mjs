// The part of docs/messages.md that the schemas decide: every live message, its fields, types and lengths, its example.
// What a field means and the examples are written in the page and kept. With --check: the page is up to date, nothing is
// left without a meaning, and each example is what its schema accepts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { root } from './prepare.mjs'
import { onNode24 } from './runtime.mjs'

await onNode24()
const source = join(root, 'shared/src')
const {
  answers,
  balanceSchema,
  clientMessages,
  handshakeSchema,
  outcomeSchema,
  seatedSchema,
  serverMessages,
} = await import(join(source, 'contracts/live/live.ts'))
const { digestSchema } = await import(join(source, 'contracts/live/lobby.ts'))
const { arenaNewsSchema, arenaPlayerSchema, arenaSchema, arenaSeatSchema, arenaWatchedSchema } = await import(
  join(source, 'contracts/live/arena.ts')
)
const { chatMessageSchema } = await import(join(source, 'contracts/live/chat.ts'))
const { bodyCode } = await import(join(source, 'contracts/codes.ts'))
const { closeCodes } = await import(join(source, 'contracts/live/close.ts'))
const { eventSchema, playerViewSchema } = await import(join(source, 'game/events.ts'))

const page = join(root, 'docs/messages.md')
const [begin, end] = ['<!-- from the schemas -->', '<!-- end -->']
const text = readFileSync(page, 'utf8')

const jsonSchema = (schema) => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' })
  return rest
}

/** Shapes that several messages carry, told once. */
const shared = {
  player: playerViewSchema,
  'player balance': balanceSchema,
  'live seat': seatedSchema,
  outcome: outcomeSchema,
  digest: digestSchema,
  'chat message': chatMessageSchema,
  'arena terms': arenaSchema,
  'arena player': arenaPlayerSchema,
  'arena seat': arenaSeatSchema,
}
/** What the contract leaves to pages that are loaded late, as these read it. */
const readLate = { answers: { 'arena.watch': arenaWatchedSchema }, messages: { arena: arenaNewsSchema } }
const linkTo = (name) => `[${name}](#${name.replace(' ', '-')})`
const known = new Map([
  ...Object.entries(shared).map(([name, schema]) => [JSON.stringify(jsonSchema(schema)), linkTo(name)]),
  [JSON.stringify(jsonSchema(eventSchema)), '[event](#events)'],
  ['{}', '[state](#state)'],
])

const between = (low, high, unit = '') => {
  const top = high === undefined || high === Number.MAX_SAFE_INTEGER ? undefined : high
  if (low === undefined) return top === undefined ? '' : `, at most ${top}${unit}`
  return top === undefined
    ? low === -Number.MAX_SAFE_INTEGER
      ? ''
      : `, at least ${low}${unit}`
    : low === top
      ? `, ${low}${unit}`
      : `, ${low}–${top}${unit}`
}

/** A type in words; objects are listed field by field beneath it. */
const typeOf = (schema) => {
  const name = known.get(JSON.stringify(schema))
  if (name) return name
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' or ')
  const bytes = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(schema.pattern ?? '')
  if (bytes) return `hex, ${Number(bytes[1]) / 2} bytes`
  if (schema.pattern?.startsWith('^(0|')) return 'coins'
  if (schema.pattern?.startsWith('^[A-Za-z0-9_-]'))
    return `base64url, ${/\{(\d+)\}/.exec(schema.pattern)[1]} digits`
  if (schema.format === 'uuid') return 'UUID'
  if (schema.type === 'string') return `string${between(schema.minLength, schema.maxLength, ' characters')}`
  if (schema.type === 'integer' || schema.type === 'number')
    return `${schema.type}${between(schema.minimum, schema.maximum)}`
  if (schema.type === 'array')
    return `array of ${typeOf(schema.items)}${between(schema.minItems, schema.maxItems)}`
  return [schema.type].flat().join(' or ')
}

/** Path → type of everything in a schema, outermost first. */
const fieldsOf = (schema, path = '') => {
  const inner = (at, of) => (known.has(JSON.stringify(of)) ? [] : fieldsOf(of, at))
  if (schema.type === 'object')
    return Object.entries(schema.properties).flatMap(([key, of]) => {
      const at = path ? `${path}.${key}` : key
      return [[at, `${typeOf(of)}${schema.required?.includes(key) ? '' : ' (optional)'}`], ...inner(at, of)]
    })
  if (schema.type === 'array') return inner(`${path}[]`, schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((of) => {
    const variant = Object.entries(of.properties ?? {}).find(([, { const: value }]) => value !== undefined)
    return inner(variant ? `${path}(${variant[1].const})` : path, of)
  })
}

/** Told once, above the events; `holder` never leaves the platform. */
const everyEventHas = new Set(['type', 'v', 'at', 'holder'])
const eventNames = Object.fromEntries(
  eventSchema.def.options.map(({ shape }) => [shape.type.def.values[0], shape]),
)

/** What the page says now: heading → path → meaning, and heading → example. */
const meanings = new Map()
const examples = new Map()
for (const [, heading, body] of text.matchAll(/^### (.+)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)) {
  meanings.set(
    heading,
    new Map(
      [...body.matchAll(/^\| `(.+?)` \| .* \| (.*) \|$/gm)].map(([, path, meaning]) => [path, meaning]),
    ),
  )
  const example = /^```json\n([\s\S]*?)\n```$/m.exec(body)
  if (example) examples.set(heading, example[1])
}

const wrong = []
const meaningOf = (heading, path) => {
  const meaning = meanings.get(heading)?.get(path) ?? ''
  if (!meaning) wrong.push(`${heading}: ${path} has no meaning`)
  return meaning
}
const table = (heading, rows) =>
  rows.length === 0
    ? ''
    : `\n| Field | Type | |\n|---|---|---|\n${rows.map(([path, type]) => `| \`${path}\` | ${type.replaceAll('|', '\\|')} | ${meaningOf(heading, path)} |`).join('\n')}\n`

/** A section: the fields of one schema, and an example of it. */
const section = (heading, schema, { answer, shape = false } = {}) => {
  const json = jsonSchema(schema)
  let out = `### ${heading}\n`
  const name = shape ? undefined : known.get(JSON.stringify(json))
  const rows = name
    ? []
    : fieldsOf(json).filter(([path]) => !everyEventHas.has(path) || !Object.hasOwn(eventNames, heading))
  if (rows.length > 0) out += table(heading, rows)
  else
    out += `\n${json.type === 'object' && !name ? 'No fields.' : `The message is: ${name ?? typeOf(json)}.`}\n`
  if (answer) {
    const data = jsonSchema(answer)
    const rows = known.has(JSON.stringify(data))
      ? []
      : fieldsOf(data).map(([path, type]) => [`data.${path}`, type])
    out +=
      rows.length === 0 ? `\nAnswer: \`data\` is ${typeOf(data)}.\n` : `\nAnswer:\n${table(heading, rows)}`
  }
  const example = examples.get(heading)
  if (example === undefined) wrong.push(`${heading} has no example`)
  else {
    const { error } = z.safeParse(schema, JSON.parse(example))
    if (error) wrong.push(`${heading}: the example is not what the schema accepts: ${z.prettifyError(error)}`)
    out += `\n\`\`\`json\n${example}\n\`\`\`\n`
  }
  return `${out}\n`
}

const body = [
  '## Handshake\n\n',
  section('auth', handshakeSchema),
  '## From the client\n\n',
  ...Object.entries(clientMessages).map(([name, schema]) =>
    section(`${name}`, schema, { answer: readLate.answers[name] ?? answers[name] }),
  ),
  '## From the server\n\n',
  ...Object.entries(serverMessages).map(([name, schema]) =>
    section(
      Object.hasOwn(clientMessages, name) ? `${name} (from the server)` : name,
      readLate.messages[name] ?? schema,
    ),
  ),
  '## Shapes of several messages\n\n',
  ...Object.entries(shared).map(([name, schema]) => section(name, schema, { shape: true })),
  '## Events\n\n',
  'What happens in a match. Each has its `type`, its version `v` and its time `at`.\n\n',
  ...eventSchema.def.options.map((schema) => section(schema.shape.type.def.values[0], schema)),
  '## Body codes\n\n',
  '### codes\n\n| Code | Means |\n|---|---|\n',
  ...Object.values(bodyCode).map((code) => `| \`${code}\` | ${codeMeaning(code)} |\n`),
  '\n### close codes\n\n| Code | Comes back | Means |\n|---|---|---|\n',
  ...Object.entries(closeCodes).map(
    ([code, { retry }]) => `| \`${code}\` | ${retry ? 'yes' : 'no'} | ${meaningOf('close codes', code)} |\n`,
  ),
].join('')

function codeMeaning(code) {
  const row = new RegExp(`^\\| \`${code}\` \\| (.*) \\|$`, 'm').exec(text)
  if (!row?.[1]) wrong.push(`code ${code} has no meaning`)
  return row?.[1] ?? ''
}

const from = text.indexOf(begin) + begin.length
const to = text.indexOf(end)
if (from < begin.length || to < from) throw new Error(`docs/messages.md has no ${begin} … ${end}`)
const next = `${text.slice(0, from)}\n\n${body}\n${text.slice(to)}`

if (process.argv.includes('--check')) {
  if (next !== text) wrong.push('docs/messages.md is older than the schemas: run node scripts/messages.mjs')
} else writeFileSync(page, next)
if (wrong.length > 0) console.error(wrong.join('\n'))
process.exit(wrong.length > 0 ? 1 : 0)
