import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Databases in memory weigh most: some 2 GB a worker. */
const workersAtMost = 4

const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', ...exclude], environment: 'node' as const },
})

/**
 * A project whose files share their worker's process, one after the other: what they import is read once, and the
 * embedded database's machine code is compiled once. Its tests leave no global and no module replaced, and end what they start.
 */
const sharing = (...args: Parameters<typeof project>) => {
  const { extends: inherited, test } = project(...args)
  return { extends: inherited, test: { ...test, isolate: false } }
}

/** Runs on Node itself, which takes the types out as it loads a file: nothing is compiled or moved about on its way. */
const native = (...args: Parameters<typeof project>) => {
  const { extends: inherited, test } = sharing(...args)
  const experimental = { viteModuleRunner: false, nodeLoader: false }
  return {
    extends: inherited,
    test: { ...test, experimental, execArgv: ['--liftoff-only', '--conditions=source'] },
  }
}

/** Runs for hours on one database: there it saves more than it costs to optimize its machine code. */
const optimized = (...args: Parameters<typeof project>) => {
  const { extends: inherited, test } = native(...args)
  return { extends: inherited, test: { ...test, execArgv: ['--no-liftoff-only', '--conditions=source'] } }
}

const worlds = 'platform/src/matches/simulation/**/*.long.test.ts'

/** Replace globals or modules as they load: each has a process to itself. */
const alone = ['i18n/chosen-language', 'app/router', 'app/follow-session', 'calls/account-calls'].map(
  (name) => `client/src/${name}.test.ts`,
)

/** What waits for servers begins first: behind the rest the longest of it would run alone. */
class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const startsServers = ({ project }: TestSpecification) => project.name === 'tests'
    return [...sorted.filter(startsServers), ...sorted.filter((file) => !startsServers(file))]
  }
}

/** Unit and integration tests. `source` resolves our own packages to their TypeScript, so no build is needed. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    // Limits against hanging, for machines many times slower than ours: no test is quick because of them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: ServersFirst },
    // The tests of the platform and of whole servers wait for databases and processes more than they compute.
    maxWorkers: Math.min(workersAtMost, Math.ceil(1.5 * availableParallelism())),
    // Embedded databases live for a test: to optimize their machine code costs more than it saves.
    execArgv: ['--liftoff-only'],
    expect: { poll: { timeout: 60_000 } },
    projects: [
      native('shared', ['shared/src/**/*.test.ts'], ['**/*.long.test.ts']),
      native('platform', ['platform/src/**/*.test.ts'], ['**/*.long.test.ts']),
      native('bff', ['bff/src/**/*.test.ts']),
      sharing('client', ['client/{src,widget,desk}/**/*.test.{ts,tsx}'], alone),
      project('client-alone', alone),
      native('tests', ['tests/{integration,hostile,load,cluster,demo}/**/*.test.ts'], ['**/*.long.test.ts']),
      project(
        'long',
        ['tests/long/**/*.test.ts', '{tests,platform/src,shared/src}/**/*.long.test.ts'],
        [worlds],
      ),
      optimized('worlds', [worlds]),
      project('browsers', ['tests/browsers/**/*.test.ts']),
      project('disasters', ['tests/disasters/**/*.test.ts']),
      // Run on a Node older than 24: which Node runs what, and one start of everything.
      project('older-node', ['tests/older-node/**/*.test.ts', 'tests/integration/restart.test.ts']),
    ],
  },
})
