// npm test: types, lint, unit, integration, browser; closes with the counts.
// npm run test:long: what takes longer than a person waits. Both install what they need.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNode, install, root, run } from './prepare.mjs'
import { ensurePostgres, findChromium } from './test-needs.mjs'

const long = process.argv.includes('--long')
const output = join(root, 'tests/output')
const counts = { passed: 0, failed: 0 }

const count = (passed, failed) => {
  counts.passed += passed
  counts.failed += failed
}

/** A step that is right or wrong as a whole. */
const check = (title, command, args) => {
  console.log(`\n— ${title}`)
  const good = run(command, args)
  count(good ? 1 : 0, good ? 0 : 1)
}

/** A test runner with a JSON report; a run that failed without a failed test counts as one failure. */
const suite = (title, command, args, report, env, read) => {
  console.log(`\n— ${title}`)
  const file = join(output, report)
  const good = run(command, args(file), { env: { ...process.env, ...env(file) } })
  try {
    const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')))
    count(passed, good || failed > 0 ? failed : 1)
  } catch {
    console.error(`${title}: there is no report, so the run failed as a whole.`)
    count(0, 1)
  }
}

const vitest = (title, projects) =>
  suite(
    title,
    'npx',
    (file) => [
      'vitest',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    `${projects[0]}.json`,
    () => ({}),
    ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) => ({
      passed: numPassedTests,
      // A file that could not even be loaded has no failed test to show.
      failed:
        numFailedTests +
        (numFailedTests === 0 ? numFailedTestSuites : 0) +
        (testResults.length === 0 ? 1 : 0),
    }),
  )

const playwright = (chromium) =>
  suite(
    'browser',
    'npx',
    () => ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    'browser.json',
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) }),
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
  )

checkNode()
install()
const chromium = findChromium()
ensurePostgres()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

if (long) {
  build()
  vitest('long', ['long'])
} else {
  check('types', 'npx', ['tsc', '-b'])
  check('lint', 'npx', ['biome', 'check', '--error-on-warnings', '.'])
  vitest('unit and integration', ['shared', 'platform', 'bff', 'client', 'tests'])
  build()
  playwright(chromium)
}

console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
