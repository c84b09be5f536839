// Holds each documented statement to the tests that show it: writes docs/coverage.md.
// With --check, after the suites have run: each named test has passed in this run, and the page is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rewardSections } from '../tests/coverage/rewards.mjs'
import { sections as accounts } from '../tests/coverage/statements.mjs'
import { walletSections } from '../tests/coverage/wallet.mjs'
import { root } from './prepare.mjs'

/** Accounts and the wallet by the sections of the documented product, then what the design adds. */
const sections = [
  ...accounts.map(({ title, statements }) => ({
    title,
    statements: [
      ...statements,
      ...(walletSections.find((section) => section.title === title)?.statements ?? []),
    ],
  })),
  ...rewardSections,
]

const page = join(root, 'docs/coverage.md')
const output = join(root, 'tests/output')

/** A cell of a table. */
const cell = (text) => text.replaceAll('|', '\\|')
const reference = ([file, title]) => `${cell(title)} (\`${file}\`)`

const rendered = `# Coverage

What the product is to do about accounts, the wallet, rewards and safer play, statement by statement, and the tests that hold it. Written by \`node scripts/coverage.mjs\` from \`tests/coverage\`; \`npm test\` fails where a statement has no test, or a test is gone or did not pass.
${sections
  .map(
    ({ title, statements }) => `
## ${title}

| Statement | Held by |
|---|---|
${statements.map(([statement, ...tests]) => `| ${cell(statement)} | ${tests.map(reference).join('<br>')} |`).join('\n')}
`,
  )
  .join('')}`

/** File → the full names of its tests that passed. */
const passed = () => {
  const names = new Map()
  const add = (file, name) => names.set(file, [...(names.get(file) ?? []), name])
  const read = (report) => JSON.parse(readFileSync(join(output, report), 'utf8'))
  for (const { name, assertionResults } of read('shared.json').testResults)
    for (const { status, fullName } of assertionResults)
      if (status === 'passed') add(relative(root, name), fullName)
  const readSuite = ({ suites = [], specs = [] }) => {
    for (const { file, title, ok } of specs) if (ok) add(`tests/e2e/${file}`, title)
    suites.forEach(readSuite)
  }
  read('browser.json').suites.forEach(readSuite)
  return names
}

const textOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

/** Tests that are too long for `npm test` are only looked for: files of such, and tests that are marked as such. */
const isThere = ([file, title]) => textOf(file).includes(title)
const isLong = ([file, title]) =>
  file.includes('.long.') ||
  textOf(file).split(title)[1]?.split('async (')[0].includes("tag: '@long'") === true

const problems = (names) =>
  sections
    .flatMap(({ statements }) => statements)
    .flatMap(([statement, ...tests]) =>
      tests.length === 0
        ? [`no test holds “${statement}”`]
        : tests
            .filter((test) => {
              const [file, title] = test
              if (isLong(test)) return !isThere(test)
              return !names.get(file)?.some((name) => name.includes(title))
            })
            .map(
              ([file, title]) => `“${title}” (${file}), which holds “${statement}”, did not pass or is gone`,
            ),
    )

if (process.argv.includes('--check')) {
  const found = problems(passed())
  if (!existsSync(page) || readFileSync(page, 'utf8') !== rendered)
    found.push('docs/coverage.md is not what tests/coverage says: run node scripts/coverage.mjs')
  for (const problem of found) console.log(problem)
  process.exit(found.length === 0 ? 0 : 1)
}
writeFileSync(page, rendered)
