// Holds each documented statement to the tests that show it: writes docs/coverage.md.
// With --check, after the suites of npm test have run: each named test of theirs has passed in this run, the page is up to
// date, and files and headings that docs name are there. With --check-long, after the long runs: the same of their tests.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { accountSections } from '../tests/coverage/accounts.mjs'
import { beyondSections } from '../tests/coverage/beyond.mjs'
import { callSections } from '../tests/coverage/calls.mjs'
import { deskSections } from '../tests/coverage/desk.mjs'
import { deviationSections } from '../tests/coverage/deviations.mjs'
import { interfaceSections } from '../tests/coverage/interface.mjs'
import { playerSections } from '../tests/coverage/player.mjs'
import { rewardSections } from '../tests/coverage/rewards.mjs'
import { supportSections } from '../tests/coverage/support.mjs'
import { surroundingSections } from '../tests/coverage/surroundings.mjs'
import { walletSections } from '../tests/coverage/wallet.mjs'
import { root } from './prepare.mjs'

/** The place of a section of the documented product, by its number; what the design adds comes after them. */
const placeOf = ({ title }) => Number.parseInt(title, 10) || 100

/** Sections of one title are one, where the first of them stands. */
const merged = (all) =>
  [...new Set(all.map(({ title }) => title))].map((title) => ({
    title,
    statements: all.filter((section) => section.title === title).flatMap(({ statements }) => statements),
  }))

const sections = merged([
  ...accountSections,
  ...callSections,
  ...deviationSections,
  ...beyondSections,
  ...walletSections,
  ...interfaceSections,
  ...rewardSections,
  ...playerSections,
  ...surroundingSections,
  ...supportSections,
  ...deskSections,
]).sort((one, other) => placeOf(one) - placeOf(other))

const page = join(root, 'docs/coverage.md')
const output = join(root, 'tests/output')

/** A cell of a table. */
const cell = (text) => text.replaceAll('|', '\\|')
const reference = ([file, title]) => `${cell(title)} (\`${file}\`)`

const textOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

/** Tests that are too long for `npm test`: files of such, and tests that are marked as such. */
const isLong = ([file, title]) =>
  /(^tests\/long\/|\.long\.)/.test(file) ||
  textOf(file).split(title)[1]?.split('async (')[0].includes("tag: '@long'") === true
/** In which runs the tests of a statement are. */
const runsOf = (tests) =>
  [tests.some((test) => !isLong(test)) && '`npm test`', tests.some(isLong) && '`test:long`']
    .filter(Boolean)
    .join(', ')

const rendered = `# Coverage

What the product must do, statement by statement, and the tests that check it. \`node scripts/coverage.mjs\` writes this page from \`tests/coverage\`. \`npm test\` fails if a statement has no test, or if one of its tests is gone or didn’t pass; \`npm run test:long\` does the same for the long tests.
${sections
  .map(
    ({ title, statements }) => `
## ${title}

| Statement | Runs in | Held by |
|---|---|---|
${statements.map(([statement, ...tests]) => `| ${cell(statement)} | ${runsOf(tests)} | ${tests.map(reference).join('<br>')} |`).join('\n')}
`,
  )
  .join('')}`

/** File → the full names of its tests that passed. */
const passed = (vitestReport, browserReport) => {
  const names = new Map()
  const add = (file, name) => names.set(file, [...(names.get(file) ?? []), name])
  const read = (report) => JSON.parse(readFileSync(join(output, report), 'utf8'))
  for (const { name, assertionResults } of read(vitestReport).testResults)
    for (const { status, fullName } of assertionResults)
      if (status === 'passed') add(relative(root, name), fullName)
  const readSuite = ({ suites = [], specs = [] }) => {
    for (const { file, title, ok } of specs) if (ok) add(join('tests/e2e', file), title)
    suites.forEach(readSuite)
  }
  read(browserReport).suites.forEach(readSuite)
  return names
}

/** Of the tests that this run has, those that did not pass. */
const problems = (names, isOfThisRun) =>
  sections
    .flatMap(({ statements }) => statements)
    .flatMap(([statement, ...tests]) =>
      tests.length === 0
        ? [`no test holds “${statement}”`]
        : tests
            .filter(isOfThisRun)
            .filter(([file, title]) => !names.get(file)?.some((name) => name.includes(title)))
            .map(
              ([file, title]) => `“${title}” (${file}), which holds “${statement}”, did not pass or is gone`,
            ),
    )

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'tests/hostile/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

/** Text without its blocks of code. */
const proseOf = (name) => textOf(name).replaceAll(/^```.*?^```/gms, '')

/** What a link to a heading of the page ends with, as GitHub writes it. */
const anchorsOf = (name) =>
  new Set(
    [...proseOf(name).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Files of ours that docs name and that are gone, and links that lead nowhere. */
const gone = () =>
  pages.flatMap((name) => [
    ...[
      ...textOf(name).matchAll(
        /`((?:bff|client|gateway|platform|scripts|shared|tests)\/[\w./-]+\.(?:mjs|sql|tsx?))`/g,
      ),
    ]
      .filter(([, file]) => !file.includes('NNNN') && !existsSync(join(root, file)))
      .map(([, file]) => `${name} names ${file}, which is gone`),
    ...[...proseOf(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const file = path === '' ? name : join(dirname(name), path)
        return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).has(anchor))
      })
      .map(([link]) => `${name} has a link that leads nowhere: ${link.slice(1)}`),
  ])

const report = (found) => {
  for (const problem of found) console.log(problem)
  process.exit(found.length === 0 ? 0 : 1)
}

const [mode] = process.argv.slice(2)
if (mode === '--check') {
  const found = [...problems(passed('shared.json', 'browser.json'), (test) => !isLong(test)), ...gone()]
  if (!existsSync(page) || readFileSync(page, 'utf8') !== rendered)
    found.push('docs/coverage.md is not what tests/coverage says: run node scripts/coverage.mjs')
  report(found)
}
if (mode === '--check-long') report(problems(passed('long.json', 'long browser.json'), isLong))
writeFileSync(page, rendered)
