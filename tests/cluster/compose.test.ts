import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../load/repository.ts'
import { readDockerfile } from './dockerfile.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string().optional(),
      build: z.looseObject({ target: z.string(), secrets: z.array(z.string()) }).optional(),
      command: z.array(z.string()).optional(),
      env_file: z.array(z.object({ path: z.string(), required: z.literal(false) })).optional(),
      volumes: z.array(z.string()).optional(),
      healthcheck: z.looseObject({ test: z.array(z.string()).optional() }).optional(),
      networks: z
        .union([
          z.array(z.string()),
          z.record(z.string(), z.object({ aliases: z.array(z.string()).optional() })),
        ])
        .optional(),
      stop_signal: z.string().optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
      deploy: z
        .object({ resources: z.object({ limits: z.looseObject({ cpus: z.string().optional() }) }) })
        .optional(),
    }),
  ),
  networks: z.record(z.string(), z.looseObject({ enable_ipv6: z.boolean().optional() })).optional(),
  secrets: z.record(z.string(), z.object({ environment: z.string() })).optional(),
})
const compose = (file: string) => composeSchema.parse(parse(read(file), { merge: true }))
const { services, secrets } = compose('docker-compose.yml')

it('each image is built once, and every service of ours has one that is', () => {
  const built = Object.values(services).flatMap(({ image, build }) => (build ? [image] : []))
  expect(built.sort()).toEqual(['minefall-bff', 'minefall-platform'])
  for (const name of ['bff-1', 'bff-2', 'platform-1', 'platform-2', 'secrets']) {
    expect(built).toContain(services[name]?.image)
    // No registry has it: a pull of all services would fail for all of them.
    const { build, pull_policy } = services[name] ?? {}
    if (!build) expect(pull_policy, name).toBe('never')
  }
})

it('a machine with one core and few files for a process starts every service', () => {
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).not.toHaveProperty('ulimits')
    expect(Number(service.deploy?.resources.limits.cpus ?? 1), name).toBeLessThanOrEqual(1)
  }
})

it('the gateway listens until it ends, and sees files that were replaced', () => {
  expect(services.gateway).toMatchObject({
    stop_signal: 'SIGTERM',
    volumes: ['./gateway:/usr/local/etc/haproxy:ro'],
  })
})

it('the gateway has memory for as many connections by TLS as it takes', () => {
  const files = Number(read('gateway/haproxy.cfg').match(/^ *fd-hard-limit (\d+)$/m)?.[1])
  const [, size, unit] =
    String(services.gateway?.deploy?.resources.limits.memory).match(/^(\d+)([MG])$/) ?? []
  const bytes = Number(size) * (unit === 'G' ? 1024 ** 3 : 1024 ** 2)
  // Two files each, and 30 KB by TLS with half a request; half as much again is for the kernel's buffers and a reload.
  expect(bytes / (files / 2)).toBeGreaterThan(1.5 * 30_000)
})

it('the gateway’s limits and the proxy it trusts may be set where compose is started', () => {
  const names = read('gateway/haproxy.cfg').match(/\bGATEWAY_\w+(?:_PER_\w+|_MS|_PROXY)\b/g)
  expect(new Set(names).size).toBeGreaterThan(4)
  // Null: what compose has under that name, and nothing where it has none.
  for (const name of names ?? []) expect(services.gateway?.environment).toHaveProperty(name, null)
})

it('people who come by IPv6 keep their addresses', () => {
  const tls = compose('docker-compose.tls.yml')
  expect(tls.networks?.outside?.enable_ipv6).toBe(true)
  const environment = Object.keys(tls.services.gateway?.environment ?? {})
  expect(environment).toEqual(expect.arrayContaining(['GATEWAY_ADDRESS_V6', 'GATEWAY_TLS_ADDRESS_V6']))
  const binds = read('gateway/haproxy.cfg').match(/^ *bind .*V6.*$/gm) ?? []
  expect(binds.map((bind) => bind.includes(' v6only'))).toEqual([true, true])
})

it('the platform’s user of PostgreSQL is no superuser in a new stack', () => {
  const script = 'deploy/postgres-owner.sql'
  expect(services.postgres?.volumes).toContain(
    `./${script}:/docker-entrypoint-initdb.d/postgres-owner.sql:ro`,
  )
  expect(read(script)).toContain(`create role ${services.postgres?.environment?.POSTGRES_USER} login;`)
})

it('Prometheus, which asks for no password, listens where Grafana alone is beside it', () => {
  const listens = services.prometheus?.command?.filter((option) => option.startsWith('--web.listen-address='))
  expect(listens).toEqual(['--web.listen-address=for-grafana:9090'])
  expect(services.prometheus?.networks).toEqual({
    edge: {},
    core: {},
    metrics: { aliases: ['for-grafana'] },
  })
  expect(services.prometheus?.healthcheck?.test?.at(-1)).toContain('//for-grafana:9090/')
  const beside = Object.entries(services).filter(
    ([, { networks = [] }]) => Array.isArray(networks) && networks.includes('metrics'),
  )
  expect(beside.map(([name]) => name)).toEqual(['grafana'])
})

it('a container sees its own secrets alone, and the image has a folder for each', () => {
  const keysOf = (name: string) =>
    services[name]?.volumes?.filter((volume) => volume.includes('-keys:')) ?? []
  const kinds = ['platform', 'bff', 'postgres', 'nats', 'prometheus', 'grafana']
  expect(keysOf('secrets')).toEqual(kinds.map((kind) => `${kind}-keys:/secrets/${kind}`))
  for (const name of Object.keys(services).filter((name) => name !== 'secrets')) {
    const kind = name.replace(/-\d$/, '')
    const place = kind === 'platform' ? '/data/keys' : '/keys:ro'
    expect(keysOf(name), name).toEqual(kinds.includes(kind) ? [`${kind}-keys:${place}`] : [])
  }
  for (const kind of kinds) expect(read('Dockerfile')).toContain(` /secrets/${kind} `)
})

it('PostgreSQL’s own log has no contents of rows', () => {
  expect(services.postgres?.command?.join(' ')).toContain(' -c log_error_verbosity=terse')
})

it('a build takes settings of npm and a CA as secrets, and keeps what it fetched', () => {
  expect(secrets).toEqual({ npmrc: { environment: 'NPMRC' }, ca: { environment: 'NPM_CA' } })
  for (const { build } of Object.values(services)) if (build) expect(build.secrets).toEqual(['npmrc', 'ca'])
  const installs = readDockerfile(read('Dockerfile'))
    .flatMap(({ steps }) => steps)
    .filter(({ words }) => words.includes('npm ci'))
  expect(installs.length).toBeGreaterThan(0)
  for (const { words } of installs)
    for (const mount of ['type=cache,target=/root/.npm', 'id=npmrc,target=/root/.npmrc', 'id=ca'])
      expect(words).toContain(mount)
})

it('files with secrets are in no commit and no image, and those of platforms reach no BFF', () => {
  const files = (name: string) => services[name]?.env_file?.map(({ path }) => path)
  expect(files('bff-1')).toEqual(['minefall.env'])
  expect(files('platform-1')).toEqual(['minefall.env', 'minefall-platform.env'])
  for (const ignored of ['.gitignore', '.dockerignore'])
    expect(read(ignored).split('\n'), ignored).toEqual(
      expect.arrayContaining(['.env', 'minefall.env', 'minefall-platform.env']),
    )
})

it('an upgrade has each service read the files that it mounts', () => {
  const mounting = Object.entries(services).filter(([name, { volumes = [] }]) =>
    // PostgreSQL's is for its first start.
    volumes.some((volume) => volume.startsWith('./') && name !== 'postgres'),
  )
  const upgrade = read('docs/install.md').split('  docker compose build --pull ')[1]?.split('```')[0] ?? ''
  const told = [...upgrade.matchAll(/docker compose (?:exec (\w+) sh -c 'kill|restart ([\w ]+?) *#)/g)]
  expect(told.flatMap(([, one, several]) => one ?? several?.split(' ')).sort()).toEqual(
    mounting.map(([name]) => name).sort(),
  )
})

it('what runbooks run with npm has its way in containers, whose images have no scripts', () => {
  const runbooks = read('docs/operations.md').split('\n## Alarms\n')[1] ?? ''
  const named = new Set([...runbooks.matchAll(/`(npm run [\w:]+)/g)].map(([, command]) => command))
  const rows = new Map(
    [...runbooks.matchAll(/^\| `(npm run [\w:]+)` \| (.+) \|$/gm)].map(([, npm, way]) => [npm, way]),
  )
  expect([...rows.keys()].sort()).toEqual([...named].sort())
  for (const [, program] of runbooks.matchAll(/node platform\/dist\/([\w-]+)\.js/g))
    expect(existsSync(join(root, `platform/src/${program}.ts`)), program).toBe(true)
})

it('where people look, they find how to give the first admin a new password', () => {
  for (const file of ['docker-compose.yml', 'docs/install.md', 'docs/desk.md'])
    expect(read(file), file).toContain(
      'docker compose exec platform-1 node platform/dist/staff.js reset --email admin@minefall.example',
    )
})
