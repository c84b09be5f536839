import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { openDatabase, Sql } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { freePort } from '@minefall/shared/testing-ports'
import { programs, testedFlags } from '../load/repository.ts'

/** What runs now. A worker that is stopped in mid-test takes its servers along. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Server = {
  url: string
  port: number
  dataDir: string
  /** Everything it printed so far. */
  output(): string
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it is gone, whatever ended it. */
  ended(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Starts it again on the same port and data, from now on with these settings too; resolves when it is ready. */
  start(changed?: Settings): Promise<void>
  /**
   * Changes what its database holds. An embedded one belongs to one process at a time: then the server is stopped and started
   * again around it.
   */
  change<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Of the process that runs. Throws while none does: -1, which means every process there is to a signal, is never told. */
  pid(): number
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

export type Settings = Record<string, string>

type Database = Awaited<ReturnType<typeof openDatabase>>

/** A start that takes longer hangs: what it printed says where, before the hook of the test gives up. */
const patienceMs = 180_000

/** Runs the program to its end: for starts that must fail. */
export const runServer = (settings: Settings): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...testedFlags, programs.server], {
      env: { ...process.env, HOST: '127.0.0.1', ...settings },
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.once('close', (code) => resolve({ code, output }))
  })

/** Changes a database before the program first opens it: the catalogue is data, not settings. */
export type Prepare = (db: Sql) => Promise<unknown>

/** Gives everyone longer to choose, so that a slow machine does not play for the test. */
export const longTurns: Prepare = (db) => db.query('update game_table set clock_ms = 180000')

/** Turns so short that anyone who is held up loses them. */
export const shortTurns: Prepare = (db) => db.query('update game_table set clock_ms = 4000')

const templates = fileURLToPath(new URL('../output/databases', import.meta.url))

/** Makes a new embedded database, and prepares it. */
const makeDatabase = async (folder: string, prepare?: Prepare) => {
  // Most processes find a database made, and need nothing of the platform.
  const { makePgliteIn } = await import('@minefall/platform/testing-pglite')
  await makePgliteIn(join(folder, 'database'), prepare)
}

/** A new embedded database takes seconds to make and a moment to copy: each kind is made once in a run. */
export const copyDatabase = async (to: string, prepare?: Prepare): Promise<void> => {
  const template = join(templates, prepare?.name ?? 'plain')
  if (!existsSync(template)) {
    const making = `${template}.${randomUUID()}`
    await makeDatabase(making, prepare)
    // Another worker may have been quicker; then its copy serves as well.
    await rename(making, template).catch(() => rm(making, { recursive: true }))
  }
  // In one call: file by file it costs the processor twice as much.
  cpSync(template, to, { recursive: true })
}

/** Fills a server's own database, or its folder, before it first starts. */
type Furnish = (db: Database, dataDir: string) => Promise<unknown>

/** Starts the whole program, built, as `npm start` does, with fresh data. One thread by default, on any machine. */
export const startServer = async (
  settings: Settings = {},
  prepare?: Prepare,
  furnish?: Furnish,
): Promise<Server> => {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'minefall-'))
  const own = { ...settings }
  const databaseUrl = settings.DATABASE_URL
  const change: Server['change'] = async (work) => {
    const { openDatabase } = await import('@minefall/platform')
    const place = databaseUrl === undefined ? { folder: join(dataDir, 'database') } : { url: databaseUrl }
    const db = await openDatabase({ ...place, log: silentLogger() })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  if (databaseUrl === undefined) await copyDatabase(dataDir, prepare)
  else if (prepare) await change(prepare)
  if (furnish) await change((db) => furnish(db, dataDir))
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let output = ''

  const exited = (process: ChildProcess): Promise<number | null> =>
    process.exitCode !== null || process.signalCode !== null
      ? Promise.resolve(process.exitCode)
      : new Promise((resolve) => process.once('exit', resolve))

  const signal = async (name: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (!child) return null
    const ended = exited(child)
    child.kill(name)
    const code = await ended
    child = null
    return code
  }

  const start = async (changed: Settings = {}) => {
    Object.assign(own, changed)
    const started = spawn(process.execPath, [...testedFlags, programs.server], {
      env: {
        ...process.env,
        ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, EDGE_THREADS: '0' },
        ...own,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    running.add(started)
    started.once('exit', () => running.delete(started))
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => (output += String(chunk)))
    const patience = AbortSignal.timeout(patienceMs)
    while (started.exitCode === null && started.signalCode === null) {
      const ready = await fetch(`${url}/readyz`, { signal: patience }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready) return
      if (patience.aborted) throw new Error(`the server is not ready after ${patienceMs} ms:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`the server ended with code ${started.exitCode}:\n${output}`)
  }

  await start()
  return {
    url,
    port,
    dataDir,
    output: () => output,
    kill: async () => void (await signal('SIGKILL')),
    ended: async () => void (child && (await exited(child))),
    stop: () => signal('SIGTERM'),
    start,
    async change(work) {
      if (databaseUrl !== undefined) return change(work)
      await signal('SIGTERM')
      const done = await change(work)
      await start()
      return done
    },
    pid: () => {
      if (child?.pid === undefined) throw new Error('no server is running')
      return child.pid
    },
    async remove() {
      await signal('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
