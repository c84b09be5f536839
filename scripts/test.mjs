// npm test: types, lint, unit, integration, browser; closes with the counts.
// npm run test:changed [-- COMMIT]: types, lint, and the tests that use what changed since COMMIT, by default since the
// last one.
// npm run test:browsers [-- --pictures]: plays in Firefox and WebKit; with --pictures also in Chromium, and shows the three
// side by side in docs/browsers.
// npm run test:long: what takes longer than a person waits. All install what they need.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fail, ready, root } from './prepare.mjs'
import { relatedTests } from './related-tests.mjs'
import {
  ensureClusterPrograms,
  ensurePostgres,
  findChromium,
  findOlderNode,
  temporaryFolder,
} from './test-needs.mjs'

const [mode, since] = process.argv.slice(2)
const output = join(root, 'tests/output')
/** A program of a package: by npx each costs a second more. */
const program = (name) => join(root, 'node_modules/.bin', name)
/** Programs that tests start again and again read their compiled code here. */
process.env.NODE_COMPILE_CACHE ??= join(output, 'compiled')
let passed = 0
/** What failed, a line each: told again at the very end, where a long log is read first. */
const failures = []

/** Begins a command; `aside` keeps what it prints until it has ended. */
const begin = (command, args, { env = {}, aside = false } = {}) => {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ good: false, said: message }))
    child.once('close', (code) => resolve({ good: code === 0, said }))
  })
}

/** A step that is right or wrong as a whole, which shows what it printed when it has ended. Answers which of the two. */
const check = async (title, command, args) => {
  const { good, said } = await begin(command, args, { aside: true })
  console.log(`\n— ${title}${said.trimEnd() && `\n${said.trimEnd()}`}`)
  if (good) passed += 1
  else failures.push(`${title}: see above`)
  return good
}

/**
 * Begins a test runner with a JSON report; a run that failed without a failed test counts as one failure. What is
 * answered waits for its end and counts.
 */
const suite = (title, command, args, { report, env = () => ({}), aside = false, read }) => {
  const file = join(output, report)
  if (!aside) console.log(`\n— ${title}`)
  const running = begin(command, args(file), { env: env(file), aside })
  return async () => {
    const { good, said } = await running
    if (aside) console.log(`\n— ${title}\n${said.trimEnd()}`)
    try {
      const told = read(JSON.parse(readFileSync(file, 'utf8')))
      passed += told.passed
      failures.push(...told.failures)
      if (!good && told.failures.length === 0)
        failures.push(`${title}: failed outside of its tests, see above`)
    } catch {
      failures.push(`${title}: there is no report, so the run failed as a whole`)
    }
  }
}

/** The first line of what a failed test said, without its colors. */
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

const vitest = (title, projects, more = [], { env = {}, node = process.execPath, aside = false } = {}) =>
  suite(
    title,
    node,
    (file) => [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...more,
    ],
    {
      report: `${projects[0]}.json`,
      env: () => env,
      aside,
      read: (report) => ({
        passed: report.numPassedTests,
        failures:
          report.testResults.length === 0 && mode !== '--changed'
            ? [`${title}: no test was found`]
            : vitestFailures(report),
      }),
    },
  )

const playwright = (title, folder, config) =>
  suite(title, program('playwright'), () => ['test', '--config', config], {
    report: `${title}.json`,
    env: (file) => ({
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      // Where Node takes types out as it loads a file, each worker starts for half as much.
      ...(process.features.typescript ? { PW_DISABLE_TS_ESM: '1' } : {}),
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    }),
    read: (report) => ({ passed: report.stats.expected, failures: playwrightFailures(folder, report) }),
  })

/** Compiles the servers and builds the pages, in its own process: other steps go on beside it. */
const build = () =>
  check('build', process.execPath, [
    '--input-type=module',
    '--eval',
    `import { build } from './scripts/prepare.mjs'; build()`,
  ])

await ready()
const chromium = findChromium()
if (mode !== '--browsers') {
  ensurePostgres()
  ensureClusterPrograms()
}
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
// The long runs kill programs in the middle of a write: they stay on a real disk.
const temporary = mode === '--long' ? undefined : temporaryFolder()
if (temporary) process.env.TMPDIR = temporary

/** Where sources are, and what unit and integration tests are made of. */
const sources = ['shared', 'platform', 'bff', 'client', 'tests', 'scripts']
const projects = ['shared', 'platform', 'bff', 'client', 'client-alone', 'tests']

if (mode === '--changed') {
  const base = since ?? 'HEAD'
  const changed = ['diff', '--name-only', '--diff-filter=d', base, '--', ...sources]
  const isNew = ['ls-files', '--others', '--exclude-standard', '--', ...sources]
  const files = [changed, isNew].flatMap((args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean),
  )
  if (files.length === 0) fail(`Nothing has changed since ${base}.`)
  const tests = relatedTests(files)
  const types = check('types', program('tsc'), ['-b'])
  const lint = check('lint', program('biome'), ['check', '--error-on-warnings', ...files])
  // Programs that these start are compiled ones.
  if (tests.some((file) => file.startsWith('tests/'))) await types
  if (tests.length > 0) await vitest('unit and integration', projects, ['--passWithNoTests', ...tests])()
  await Promise.all([types, lint])
} else if (mode === '--browsers') {
  await check('types', program('tsc'), ['-b'])
  await build()
  const pictures = since === '--pictures' && { BROWSER_PICTURES: join(output, 'browsers') }
  await vitest('browsers', ['browsers'], [], { env: pictures || {} })()
  if (pictures) await check('pictures', process.execPath, ['tests/dist/browsers/sheets.js'])
} else if (mode === '--long') {
  // The tools that tests run are compiled with them.
  await check('types', program('tsc'), ['-b'])
  await build()
  await vitest('long', ['long', 'worlds'])()
  // What npm test runs on PostgreSQL alone.
  await vitest('embedded database', ['platform'], [], { env: { TEST_ENGINE: 'pglite' } })()
  // One at a time: each has the machine's processes under its thumb.
  await vitest('disasters', ['disasters'], ['--no-file-parallelism', '--disable-console-intercept'])()
  await playwright('long browser', 'long', 'tests/playwright.long.config.ts')()
  // In other browsers than Chromium.
  await vitest('browsers', ['browsers'])()
  // Every page and modal at every width in each language.
  await check('widths', process.execPath, ['tests/dist/screenshots/main.js', '--widths'])
  await check('coverage', process.execPath, ['scripts/coverage.mjs', '--check-long'])
} else {
  // None of these keeps two processors busy; what stands below the types reads what they compile.
  const bySource = [
    check('lint', program('biome'), ['check', '--error-on-warnings', '.']),
    check('rooms', process.execPath, ['scripts/rooms.mjs', '--check']),
    check('messages', process.execPath, ['scripts/messages.mjs', '--check']),
  ]
  await check('types', program('tsc'), ['-b'])
  const [isBuilt] = await Promise.all([
    build(),
    check('settings', process.execPath, ['scripts/settings.mjs', '--check']),
    check('machines', process.execPath, ['scripts/machines.mjs', '--check']),
    ...bySource,
  ])
  const older = findOlderNode()
  const onOlder =
    older &&
    vitest(`on the installed Node ${older.version}`, ['older-node'], [], { node: older.file, aside: true })
  await vitest('unit and integration', projects)()
  if (onOlder) await onOlder()
  else console.log('\n— no Node older than 24 is installed, so nothing is tested on one')
  if (isBuilt) await playwright('browser', 'e2e', 'tests/playwright.config.ts')()
  await check('coverage', process.execPath, ['scripts/coverage.mjs', '--check'])
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
