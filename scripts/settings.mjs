// The tables of docs/settings.md: what each setting is for, its default and range as the schemas have them, and the
// parts that read it. Each heading of the page has the settings that stand under the comment of that name in a schema.
// With --check: the page is up to date, and each setting is described and read. Needs compiled servers (`tsc -b`).
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bffSettingsSchema } from '../bff/dist/config.js'
import { platformVariables } from '../platform/dist/config.js'
import { root } from './prepare.mjs'

const page = join(root, 'docs/settings.md')
const declared = [
  'shared/src/node/exposure.ts',
  'shared/src/node/open-bus.ts',
  'shared/src/node/traces.ts',
  'bff/src/config.ts',
  'platform/src/config.ts',
]
const schemas = { ...bffSettingsSchema.shape, ...platformVariables.shape }
const found = []

/** The settings of each heading, with their texts, in the order of the sources. */
const sections = new Map()
for (const file of declared) {
  let section = null
  const source = readFileSync(join(root, file), 'utf8')
  // From the first heading to the end of the schema that it is in.
  const schema = /^ {2}\/\/ [\s\S]*?^\}/m.exec(source)?.[0] ?? ''
  const lines = schema.matchAll(
    /^ {2}\/\/ (?<heading>.+)|^ {2}(?:\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\n {2})?(?<name>[A-Z][A-Z_]+): /gm,
  )
  for (const { groups } of lines) {
    const { heading, name } = groups
    if (heading) section = heading
    if (!schemas[name]) continue
    const text = groups.text?.replace(/\n +\* ?/g, ' ').trim()
    if (!text) found.push(`${name} (${file}) has no comment that says what it is for`)
    sections.set(section, [...(sections.get(section) ?? []), { name, text }])
  }
}

/** A schema without what stands around it: its default, and what it is turned into. */
const coreOf = (schema) => {
  const { type, innerType, in: from, out } = schema.def
  if (innerType) return coreOf(innerType)
  if (type !== 'pipe') return schema
  return from.def.type === 'enum' ? from : coreOf(out)
}

const units = [
  [/_MS$/, 'ms'],
  [/_HOURS$/, 'hours'],
  [/_DAYS$/, 'days'],
  [/_BYTES(_|$)/, 'bytes'],
  [/_KIB$/, 'KiB'],
  [/COINS(_|$)|^TRIAL_REFILL$/, 'coins'],
  [/_PERCENT$/, '%'],
  [/_BPS$/, '0.01 %'],
  [/_PER_MINUTE$/, 'a minute'],
  [/_RATE$/, 'a second'],
]

/** The range of numbers with their unit, or the words that may be used; empty where the text says it. */
const allowedOf = (name) => {
  const core = coreOf(schemas[name])
  const { type } = core.def
  if (type === 'number')
    return `${core.minValue}–${core.maxValue} ${units.find(([ending]) => ending.test(name))?.[1] ?? ''}`.trim()
  if (type !== 'enum') return ''
  return core.options.includes('yes') ? '`0`, `1`' : core.options.map((word) => `\`${word}\``).join(', ')
}

const defaultOf = (name) => {
  const { data } = schemas[name].safeParse(undefined)
  if (data === undefined || (Array.isArray(data) && data.length === 0)) return '–'
  return `\`${typeof data === 'boolean' ? Number(data) : data}\``
}

const sources = execFileSync('git', ['ls-files', 'bff/src', 'platform/src', 'shared/src/node'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test\.|\/testing/.test(file))
  .map((file) => [file, readFileSync(join(root, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/.*/gm, '')])

/** Folders, or files at the top of a package, that name the setting beside where it is declared. */
const readersOf = (name) => {
  const word = new RegExp(`\\b${name}\\b`)
  const elsewhere = sources.filter(([file, text]) => !declared.includes(file) && word.test(text))
  const use = new RegExp(`\\b${name}\\b(?!:)`)
  const files = (elsewhere.length > 0 ? elsewhere : sources.filter(([, text]) => use.test(text))).map(
    ([file]) => file,
  )
  if (files.length === 0) found.push(`${name} is read by no file`)
  const rooms = files.map((file) => file.replace(/^(\w+)\/src\/([\w-]+).*/, '$1/$2'))
  return [...new Set(rooms)].sort().map((room) => `\`${room}\``)
}

const tableOf = (settings) => `| Variable | Default | Allowed | Meaning | Read by |
|---|---|---|---|---|
${settings
  .map(({ name, text }) =>
    [`\`${name}\``, defaultOf(name), allowedOf(name) || '–', text, readersOf(name).join(', ')].join(' | '),
  )
  .map((cells) => `| ${cells} |`)
  .join('\n')}
`

const kept = readFileSync(page, 'utf8')
const rendered = kept
  .split(/^(?=## )/m)
  .map((part) => {
    const heading = /^## (.+)/.exec(part)?.[1]
    const settings = sections.get(heading)
    sections.delete(heading)
    if (!settings) return part
    return /^\|/m.test(part)
      ? part.replace(/(^\|.*\n)+/m, () => tableOf(settings))
      : `${part.trimEnd()}\n\n${tableOf(settings)}\n`
  })
  .join('')
for (const heading of sections.keys()) found.push(`docs/settings.md has no heading "${heading}"`)

if (process.argv.includes('--check')) {
  if (kept !== rendered)
    found.push('docs/settings.md is not what the schemas say: run node scripts/settings.mjs')
} else writeFileSync(page, rendered)
for (const problem of found) console.log(problem)
process.exit(found.length === 0 ? 0 : 1)
