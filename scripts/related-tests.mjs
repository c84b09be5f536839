// Which tests a change is likely to break, told from what imports what.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './prepare.mjs'

/**
 * How many imports away a test may be: what is further away is started by `npm test`. One of what tests stand on counts
 * twice: most of those that stand on it are about something else.
 */
const furthest = 3

const read = (file) => readFileSync(join(root, file), 'utf8')
/** Those that `npm test` runs. */
const isTest = (file) =>
  /(?<!\.long)\.test\.tsx?$/.test(file) && !/^tests\/(browsers|disasters|long|older-node)\//.test(file)
const isForTests = (file) => /\/testing[^/]*(\/|\.ts)|^tests\//.test(file)

/** The module that a package of ours gives by a name such as `contracts`; without one, its main module. */
const doorOf = (part, door) => {
  const { exports = {} } = JSON.parse(read(`${part}/package.json`))
  const source = exports[door ? `./${door}` : '.']?.source ?? exports['./*']?.source.replace('*', door)
  return source && normalize(join(part, source))
}

/** Where an import of `file` leads; undefined for packages of others. */
const leadsTo = (file, specifier) => {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [, part, door] = /^@minefall\/(\w+)(?:\/(.+))?$/.exec(specifier) ?? []
  return part && doorOf(part, door)
}

const statements =
  /^(import|export)\s+(?:(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:,\s*\{[^}]*\})?)\s+from\s+)?'([^']+)'|import\('([^']+)'\)/gm

/** The names in braces, each as it is there and as it is here; types are left to the compiler. */
const namesIn = (braces) =>
  braces
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/))

/** What a module imports, and what it passes on of others: by name, or as a whole where `names` is null. */
const linksOf = (file, files) =>
  [...read(file).matchAll(statements)].flatMap(([, word, what = '', from, later]) => {
    const to = leadsTo(file, from ?? later)
    const names = what.startsWith('{') ? namesIn(what) : null
    return files.has(to) && names?.length !== 0 ? [{ to, names, passedOn: word === 'export' }] : []
  })

/** Module → the modules that use something of it, whichever index it is passed on by. */
const usersByModule = (files) => {
  const links = new Map([...files].map((file) => [file, linksOf(file, files)]))
  const defines = (file, name) => new RegExp(`^export (?!.* from ').*\\b${name}\\b`, 'm').test(read(file))
  /** The module that `name` of `file` is written in. */
  const originOf = (file, name) => {
    for (const { to, names, passedOn } of links.get(file).filter((link) => link.passedOn)) {
      const passed = names?.find(([there, here = there]) => here === name)
      if (passed) return originOf(to, passed[0])
      if (names === null && passedOn && !defines(file, name)) {
        const origin = originOf(to, name)
        if (origin && defines(origin, name)) return origin
      }
    }
    return file
  }
  const users = new Map()
  for (const [file, own] of links)
    for (const { to, names } of own)
      for (const used of names ? names.map(([there]) => originOf(to, there)) : [to])
        users.set(used, (users.get(used) ?? new Set()).add(file))
  return users
}

/** The test files that use a changed file by at most so many imports, and those of the nearest folder around it. */
export const relatedTests = (changed) => {
  const tracked = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'shared',
    'platform',
    'bff',
    'client',
    'tests',
  ]
  const files = execFileSync('git', tracked, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
  const users = usersByModule(new Set(files.filter((file) => /\.tsx?$/.test(file))))
  const tests = files.filter(isTest)
  const around = (file) => {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      const beside = tests.filter((test) => dirname(test) === folder)
      if (beside.length > 0) return beside
    }
    return []
  }
  /** File → how many imports it is away. */
  const reached = new Map(changed.map((file) => [file, 0]))
  for (let away = 0; away < furthest; away += 1)
    for (const [file] of [...reached].filter(([, distance]) => distance === away))
      for (const user of users.get(file) ?? []) {
        const distance = away + (isForTests(user) && !isTest(user) ? 2 : 1)
        if (distance < (reached.get(user) ?? furthest + 1)) reached.set(user, distance)
      }
  return [
    ...new Set([
      ...[...reached.keys()].filter(isTest),
      ...changed.filter((file) => !isTest(file)).flatMap(around),
    ]),
  ]
}
