// npm test: types, lint, unit, integration, browser; closes with the counts.
// npm run test:long: what takes longer than a person waits. Both install what they need.
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { build, checkNode, install, root, run } from './prepare.mjs'
import { ensurePostgres, findChromium } from './test-needs.mjs'

const long = process.argv.includes('--long')
const output = join(root, 'tests/output')
let passed = 0
/** What failed, a line each: told again at the very end, where a long log is read first. */
const failures = []

/** A step that is right or wrong as a whole. */
const check = (title, command, args) => {
  console.log(`\n— ${title}`)
  if (run(command, args)) passed += 1
  else failures.push(`${title}: see above`)
}

/** Counts what a test runner's report tells; a run that failed without a failed test counts as one failure. */
const count = ({ title, report, read }, good) => {
  try {
    const told = read(JSON.parse(readFileSync(report, 'utf8')))
    passed += told.passed
    failures.push(...told.failures)
    if (!good && told.failures.length === 0) failures.push(`${title}: failed outside of its tests, see above`)
  } catch {
    failures.push(`${title}: there is no report, so the run failed as a whole`)
  }
}

/** A test runner from its beginning to its end. */
const suite = (runner) => {
  console.log(`\n— ${runner.title}`)
  count(runner, run('npx', runner.args, { env: { ...process.env, ...runner.env } }))
}

/** Begins a test runner beside what else is done; the answer waits for it and shows what it printed, in one piece. */
const beside = (runner) => {
  const printed = join(output, `${runner.title}.txt`)
  const file = openSync(printed, 'w')
  const child = spawn('npx', runner.args, {
    cwd: root,
    env: { ...process.env, ...runner.env },
    stdio: ['ignore', file, file],
    shell: process.platform === 'win32',
  })
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  return async () => {
    const good = await ended
    console.log(`\n— ${runner.title}\n${readFileSync(printed, 'utf8')}`)
    count(runner, good)
  }
}

/** The first line of what a failed test said, without its colours. */
const firstLine = (text) =>
  String(text ?? '')
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
    .split('\n')[0]

/** The failed tests of Vitest's report, and the files that could not even be loaded. */
const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
    )
  })

/** The failed and the left out tests of Playwright's report, and what went wrong outside of them. */
const playwrightFailures = (folder, { suites = [], errors }) => {
  const inSuite = ({ suites: inner = [], specs }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ file, title, tests }) => {
        const { status, results } = tests.find((test) => test.status !== 'expected')
        return `${folder}/${file}: ${title}: ${firstLine(results[0]?.error?.message ?? status)}`
      }),
    ...inner.flatMap(inSuite),
  ]
  return [...suites.flatMap(inSuite), ...errors.map(({ message }) => `browser: ${firstLine(message)}`)]
}

const vitest = (title, projects, more = []) => {
  const report = join(output, `${projects[0]}.json`)
  const chosen = projects.flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    title,
    args: ['vitest', 'run', ...chosen, ...reporters, ...more],
    env: {},
    report,
    read: ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failures: testResults.length === 0 ? [`${title}: no test was found`] : vitestFailures({ testResults }),
    }),
  }
}

const playwright = (title, folder, config) => {
  const report = join(output, `${title}.json`)
  return {
    title,
    args: ['playwright', 'test', '--config', config],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
    report,
    read: (told) => ({ passed: told.stats.expected, failures: playwrightFailures(folder, told) }),
  }
}

/** What the browser tests and the others need when they run side by side, in bytes. */
const roomForBoth = 14 * 2 ** 30
/** A container's limit counts as well. */
const hasRoomForBoth = Math.min(totalmem(), process.constrainedMemory?.() || Infinity) >= roomForBoth

checkNode()
install()
const chromium = findChromium()
ensurePostgres()
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })

if (long) {
  build()
  suite(vitest('long', ['long']))
  // One at a time: each has the machine's processes under its thumb.
  suite(vitest('disasters', ['disasters'], ['--no-file-parallelism', '--disable-console-intercept']))
  suite(playwright('long browser', 'long', 'tests/playwright.long.config.ts'))
} else {
  check('types', 'npx', ['tsc', '-b'])
  check('lint', 'npx', ['biome', 'check', '--error-on-warnings', '.'])
  build()
  const units = vitest('unit and integration', ['shared', 'platform', 'bff', 'client', 'tests'])
  const browser = playwright('browser', 'e2e', 'tests/playwright.config.ts')
  // Each waits for clocks and processes a good part of its time, in which the other goes on.
  const endOfBrowser = hasRoomForBoth ? beside(browser) : () => suite(browser)
  suite(units)
  await endOfBrowser()
  check('coverage', process.execPath, ['scripts/coverage.mjs', '--check'])
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
