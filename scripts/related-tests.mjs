// Which tests a change is likely to break, told from what imports what.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './prepare.mjs'

/** How many imports away a test may be: what is further away is started by `npm test`. */
const furthest = 3

const read = (file) => readFileSync(join(root, file), 'utf8')
const isTest = (file) => /\.test\.tsx?$/.test(file)

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
  const defines = (file, name) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(read(file))
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
  const reached = new Set(changed)
  let edge = changed
  for (let step = 0; step < furthest; step += 1) {
    edge = edge.flatMap((file) => [...(users.get(file) ?? [])]).filter((file) => !reached.has(file))
    for (const file of edge) reached.add(file)
  }
  return [
    ...new Set([...[...reached].filter(isTest), ...changed.filter((file) => !isTest(file)).flatMap(around)]),
  ]
}
