// The map of the code, docs/rooms.md: each folder that is a room, what it owns, whom it calls, where its tests are.
// With --check: the page is up to date, no rooms import each other in a circle, types included, and features import
// each other through their index.ts alone.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './prepare.mjs'
import { owns } from './rooms-own.mjs'

const page = join(root, 'docs/rooms.md')
const packages = ['shared/src', 'platform/src', 'bff/src', 'client/src', 'client/desk', 'client/widget']
/** Folders whose own folders are the rooms. */
const halls = ['client/src/features', 'client/src/machines']

const isTest = (file) => /\.(test|spec)\.|\/testing|\/simulation|\/model(-\w+)?\.ts$|\/faults\.ts$/.test(file)

const allFiles = execFileSync('git', ['ls-files', ...packages], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))
const files = new Set(allFiles.filter((file) => !isTest(file)))

/** The room of a file; a file at the top of a package is one on its own. */
const roomOf = (file) => {
  const hall = halls.find((folder) => file.startsWith(`${folder}/`))
  const base = hall ?? packages.find((folder) => file.startsWith(`${folder}/`))
  if (!hall && (base === 'client/desk' || base === 'client/widget')) return base
  return `${base}/${file.slice(base.length + 1).split('/')[0]}`
}

/** What a file imports of ours, as files. */
const importsOf = (file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export|\})[^'\n]*from '([^']+)'|^import '([^']+)'/gm,
    ),
  ]
    .map(([, from, alone]) => from ?? alone)
    .map((name) =>
      name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : `${name.replace(/^@minefall\/(\w+)(?:\/(.+))?$/, (_, part, door) => `${part}/src/${door ? `${door}/` : ''}index.ts`)}`,
    )
    .filter((to) => files.has(to))

/** Room → room → the imports that lead there. */
const calls = new Map()
for (const file of files)
  for (const to of importsOf(file)) {
    const [from, into] = [roomOf(file), roomOf(to)]
    if (from === into) continue
    const doors = calls.get(from) ?? new Map()
    calls.set(from, doors.set(into, [...(doors.get(into) ?? []), `${file} imports ${to}`]))
  }

/** The shortest way from a room back to itself, as rooms; null where there is none. */
const circleFrom = (start) => {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways)
    for (const next of calls.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return null
}

const circles = () => {
  const told = new Set()
  return [...calls.keys()].flatMap((start) => {
    const way = circleFrom(start)
    const members = way && [...new Set(way)].sort().join()
    if (!way || told.has(members)) return []
    told.add(members)
    const steps = way.slice(1).map((room, n) => `  ${calls.get(way[n]).get(room)[0]}`)
    return [`${way.join(' → ')} is a circle:\n${steps.join('\n')}`]
  })
}

/** Imports of one feature by another past its index.ts, as `importer imports imported`. */
const backDoors = () => {
  const isFeature = (room) => room.startsWith('client/src/features/')
  return [...calls.entries()]
    .filter(([from]) => isFeature(from))
    .flatMap(([, called]) => [...called].filter(([into]) => isFeature(into)))
    .flatMap(([into, doors]) => doors.filter((door) => !door.endsWith(` ${into}/index.ts`)))
    .map((door) => `${door} past its index.ts`)
}

const isFolder = (room) => !/\.tsx?$/.test(room)
const rooms = [...new Set([...files].map(roomOf))].filter(isFolder).sort()

/** A room as another names it: without the package that both are in. */
const shortOf = (room, from) => {
  const home = packages.find((folder) => from.startsWith(`${folder}/`))
  return home && room.startsWith(`${home}/`) ? room.slice(home.length + 1) : room.replace('/src/', '/')
}
const row = (room) => {
  const called = [...(calls.get(room)?.keys() ?? [])].filter(isFolder).sort()
  const tests = allFiles.some((file) => /\.test\.tsx?$/.test(file) && roomOf(file) === room)
  const names = called.map((name) => `\`${shortOf(name, room)}\``).join(', ')
  return `| \`${room}\` | ${owns[room]} | ${names || '–'} | ${tests ? 'beside it' : 'of what calls it'} |`
}
const section = (title, folder) => `## ${title}

| Room | Owns | Calls | Tests |
|---|---|---|---|
${rooms
  .filter((room) => room.startsWith(folder))
  .map(row)
  .join('\n')}
`

const rendered = `# Rooms

Each folder, what it owns and what it may call: arrows run one way, and \`npm test\` names the way round where they do not. A feature of the client imports another only through its \`index.ts\`; what loads on demand, by \`import()\` or in \`app\`, names the file, so that pages split. Files at the top of a package (start, config, main) put the rooms together; of them rooms import \`config.ts\` alone. Tests of more than one package are in \`tests\`: \`integration\`, \`cluster\` and \`hostile\` start real programs, \`e2e\` a browser, \`disasters\` and \`long\` take longer than a person waits, \`load\` measures. Written by \`node scripts/rooms.mjs\`.

${[
  ['Platform', 'platform/'],
  ['BFF', 'bff/'],
  ['Client', 'client/'],
  ['Shared', 'shared/'],
]
  .map(([title, folder]) => section(title, folder))
  .join('\n')}`

if (process.argv.includes('--check')) {
  const found = [
    ...circles(),
    ...backDoors(),
    ...rooms.filter((room) => !owns[room]).map((room) => `${room} has no line in scripts/rooms-own.mjs`),
    ...Object.keys(owns)
      .filter((room) => !rooms.includes(room))
      .map((room) => `scripts/rooms-own.mjs has a line for ${room}, which is gone`),
  ]
  if (!existsSync(page) || readFileSync(page, 'utf8') !== rendered)
    found.push('docs/rooms.md is not what the code says: run node scripts/rooms.mjs')
  for (const problem of found) console.log(problem)
  process.exit(found.length === 0 ? 0 : 1)
}
writeFileSync(page, rendered)
