import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '@minefall/platform'
import { freePort } from '@minefall/shared/testing-ports'
import pg from 'pg'
import { balanced, everyMatch, type Harm, type Harmable, matchesOf } from '../load/cluster/harms.ts'
import { root } from '../load/repository.ts'
import { docker, type Killer, run, startKiller } from './docker.ts'

/** The services that run, in the order in which an upgrade replaces the first four. */
export const nodes = ['platform-1', 'platform-2', 'bff-1', 'bff-2'] as const
export const services = [...nodes, 'nats', 'postgres', 'gateway', 'mail'] as const
type Service = (typeof services)[number]

/** A checkout whose docker-compose.yml and images are used. */
export type Version = { folder: string; tag: 'before' | 'now' }

export type Stack = Harmable & {
  /** Where people connect. */
  url: string
  /** Past everything; only while it runs. */
  databaseUrl(): Promise<string>
  build(version: Version): Promise<void>
  /** From here on its files and images are those of this version. */
  use(version: Version): Promise<void>
  compose(...args: string[]): Promise<string>
  /** Runs a program of this checkout that uses `docker compose`. */
  withCompose(program: string, ...args: string[]): Promise<string>
  startKiller(): Promise<Killer>
  killed(service: Service, killer: Killer): Harm<Harmable>
  restarted: Harm<Harmable>
  upgradedTo(version: Version): Harm<Harmable>
  /** Removes it with all it keeps, and makes it again from a backup. */
  restore(backup: string): Promise<void>
  /** Removes everything of it, and resolves with what is still there. */
  remove(): Promise<string[]>
}

/** What a person's own stack is set up by. */
const personal = /^(?:COMPOSE_|NODE_ENV$|PUBLIC_URL$|PUBLISHED_ON$|SMTP_URL$|PORT$|GATEWAY_)/

/** How long a container may take to be well again, in milliseconds. */
const patienceMs = 180_000

/** A stack beside all others of the engine: its own project, image tags and ports, and nothing of `.env`, `minefall.env` or `minefall-platform.env`. */
export const makeStack = async (settings: Record<string, string>): Promise<Stack> => {
  const project = `minefall-test-${process.pid}`
  const place = join(root, 'tests/output', project)
  await mkdir(place, { recursive: true })
  const ports = { people: await freePort(), database: await freePort() }
  const image = (kind: 'platform' | 'bff', tag: Version['tag']) => `${project}-${kind}:${tag}`
  /** One folder for the files of every version, as that of an operator who pulls: where it moves, all services are made again. */
  const checkout = join(place, 'checkout')
  const composeFile = 'docker-compose.yml'
  let files = ''

  /** Lays the images of a version, and what a stack beside others needs, over its compose file. */
  const overlayOf = async (tag: Version['tag']): Promise<string> => {
    const node = (kind: 'platform' | 'bff') =>
      `{ image: "${image(kind, tag)}", env_file: !reset [], environment: ${JSON.stringify(settings)} }`
    const overlay = join(place, `${tag}.yml`)
    const text = [
      'services:',
      `  secrets: { image: "${image('platform', tag)}" }`,
      ...nodes.map((name) => `  ${name}: ${node(name.startsWith('bff') ? 'bff' : 'platform')}`),
      `  postgres: { networks: [data, outside], ports: ["127.0.0.1:${ports.database}:5432"] }`,
      '  mail: { ports: !reset [] }',
    ]
    await writeFile(overlay, `${text.join('\n')}\n`)
    return overlay
  }
  const use: Stack['use'] = async ({ folder, tag }) => {
    for (const part of [composeFile, 'gateway', 'deploy'])
      await cp(join(folder, part), join(checkout, part), { recursive: true })
    files = `${join(checkout, composeFile)}:${await overlayOf(tag)}`
  }
  await writeFile(join(place, 'env'), '')
  const environment = () => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !personal.test(name))),
    COMPOSE_PROJECT_NAME: project,
    COMPOSE_FILE: files,
    COMPOSE_PATH_SEPARATOR: ':',
    COMPOSE_ENV_FILES: join(place, 'env'),
    PORT: String(ports.people),
  })
  const withCompose: Stack['withCompose'] = (program, ...args) =>
    run(program, args, { cwd: root, env: environment() })
  const compose: Stack['compose'] = (...args) => withCompose('docker', 'compose', ...args)
  const build: Stack['build'] = async ({ folder, tag }) => {
    files = `${join(folder, composeFile)}:${await overlayOf(tag)}`
    await compose('build')
  }

  const ofProject = ['--filter', `label=com.docker.compose.project=${project}`]
  const lines = (said: string) => said.split('\n').filter(Boolean)
  const volumes = async (...filters: string[]) =>
    lines(await docker('volume', 'ls', '-q', ...ofProject, ...filters))
  const inspect = (service: Service, format: string) =>
    docker('inspect', '--format', format, `${project}-${service}-1`)
  const startOf = (service: Service) => inspect(service, '{{.State.StartedAt}} {{.State.Health.Status}}')
  const isBack = async (service: Service, before: string) => {
    const now = await startOf(service)
    return now.endsWith(' healthy') && now !== before
  }

  let password: string | null = null
  const databaseUrl = async () => {
    password ??= await compose('exec', '-T', 'postgres', 'cat', '/keys/password')
    return `postgres://minefall:${password}@127.0.0.1:${ports.database}/minefall`
  }
  // A connection for each question: the server goes away in between.
  const sql: Sql = {
    async query<R>(text: string, values?: readonly unknown[]) {
      const client = new pg.Client({ connectionString: await databaseUrl() })
      await client.connect()
      const { rows, rowCount } = await client.query(text, values && [...values]).finally(() => client.end())
      return { rows: rows as R[], count: rowCount ?? 0 }
    },
  }

  return {
    url: `http://127.0.0.1:${ports.people}`,
    cluster: { platforms: [{ name: 'platform-1' }, { name: 'platform-2' }], bffs: [] },
    sql,
    databaseUrl,
    build,
    use,
    compose,
    withCompose,
    startKiller: () => startKiller(image('platform', 'now'), `${project}-killer`),
    killed(service, killer) {
      let pid = 0
      let before = ''
      return {
        title: `SIGKILL of ${service}`,
        async affects(loaded, playing) {
          pid = Number(await inspect(service, '{{.State.Pid}}'))
          before = await startOf(service)
          return (service.startsWith('platform') ? matchesOf(service) : everyMatch)(loaded, playing)
        },
        async act() {
          killer.kill(pid)
          for (const since = performance.now(); !(await isBack(service, before)); await delay(100))
            if (performance.now() - since > patienceMs) throw new Error(`${service} does not come back`)
        },
        mend: balanced,
        hurries: true,
      }
    },
    restarted: {
      title: 'docker compose restart',
      affects: everyMatch,
      async act() {
        await compose('restart')
        await compose('up', '-d', '--wait')
      },
      mend: balanced,
      hurries: true,
    },
    upgradedTo: (version) => ({
      title: 'Upgrade, one service after another',
      affects: everyMatch,
      async act(loaded, step) {
        await use(version)
        step('secrets, nats')
        await compose('up', 'secrets')
        // From inside: a signal that Docker sends it takes for a stop, and then starts a NATS that crashed no more.
        await compose('exec', '-T', 'nats', 'nats-server', '--signal', 'reload=1')
        for (const node of nodes) {
          step(node)
          await compose('up', '-d', '--wait', node)
          await balanced(loaded)
        }
        step('the rest')
        await compose('up', '-d', '--wait', '--timeout', '1')
        step('volumes that nothing uses any more')
        const unused = await volumes('--filter', 'dangling=true')
        if (unused.length > 0) await docker('volume', 'rm', ...unused)
      },
      mend: balanced,
      hurries: false,
    }),
    async restore(backup) {
      await compose('down', '-v')
      await withCompose('deploy/restore.sh', backup)
      password = null
    },
    async remove() {
      if (files !== '') await compose('down', '-v', '--remove-orphans', '--timeout', '0')
      const mine = ['--filter', `reference=${project}-*`]
      const images = new Set(lines(await docker('images', '-q', ...mine)))
      if (images.size > 0) await docker('image', 'rm', '-f', ...images)
      await rm(place, { recursive: true })
      const left = await Promise.all([
        docker('ps', '-aq', '--filter', `name=${project}`),
        docker('network', 'ls', '-q', ...ofProject),
        docker('images', '-q', ...mine),
      ])
      return [...left.flatMap(lines), ...(await volumes())]
    },
  }
}
