import { readFile, writeFile } from 'node:fs/promises'
import { type ClusterShape, type LoadOptions, readArguments, usage } from './arguments.ts'
import { runBar } from './bar.ts'
import { clusterText } from './cluster/report.ts'
import { runClusterLoad } from './cluster/run.ts'
import { flameGraph } from './flame.ts'
import { profileText } from './profile.ts'
import { textOf } from './report.ts'
import { profileFile, runLoad } from './run.ts'

const tell = (line: string) => void process.stderr.write(`${line}\n`)

const playOnCluster = async (options: LoadOptions, shape: ClusterShape): Promise<number> => {
  const report = await runClusterLoad(options, shape, tell)
  process.stdout.write(`${options.json ? JSON.stringify(report) : clusterText(report)}\n`)
  return report.wrong.length === 0 && report.faults.length === 0 ? 0 : 1
}

const main = async (): Promise<number> => {
  const options = (() => {
    try {
      return readArguments(process.argv.slice(2))
    } catch (error) {
      tell(`${error instanceof Error ? error.message : error}\n\n${usage}`)
      return null
    }
  })()
  if (!options) return 1
  const { bar } = options
  if (bar) {
    const { table, isRight } = await runBar({ ...options, bar }, tell)
    process.stdout.write(`${table}\n`)
    return isRight ? 0 : 1
  }
  if (options.cluster) return playOnCluster(options, options.cluster)
  const report = await runLoad(options, tell)
  process.stdout.write(`${options.json ? JSON.stringify(report) : textOf(report)}\n`)
  if (options.profile !== null) {
    const file = profileFile(options.profile)
    tell(profileText(file))
    const title = `${options.matches} matches, ${options.db}: the server's main thread`
    await writeFile(`${file}.svg`, flameGraph(JSON.parse(await readFile(file, 'utf8')), title))
  }
  return report.wrong.length === 0 ? 0 : 1
}

// Ends what was started, and removes its data, on the way out.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

process.exitCode = await main().catch((error: unknown) => {
  tell(error instanceof Error ? error.message : String(error))
  return 1
})
