import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@minefall/shared/testing-programs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../load/repository.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'minefall-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const make = () => execFileSync(process.execPath, [join(root, 'scripts/make-secrets.mjs'), folder])
const names = [
  ...['edge', 'metrics-token', 'database-url', 'nats-url'].map((name) => `platform/${name}`),
  ...['edge', 'metrics-token', 'nats-url'].map((name) => `bff/${name}`),
  ...['postgres/password', 'nats/bff', 'nats/platform', 'nats/nats.conf'],
  ...['prometheus/metrics-token', 'grafana/password'],
]
const read = () => Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

it('shows each program what it needs of the others, and keeps it', () => {
  // Of a version before, when all programs had one.
  mkdirSync(join(folder, 'nats'))
  writeFileSync(join(folder, 'nats/password'), 'old')
  make()
  expect(existsSync(join(folder, 'nats/password'))).toBe(false)
  const made = read()
  expect(made['bff/edge']).toBe(made['platform/edge'])
  expect(made['bff/metrics-token']).toBe(made['platform/metrics-token'])
  expect(made['prometheus/metrics-token']).toBe(made['platform/metrics-token'])
  expect(made['platform/database-url']).toContain(`:${made['postgres/password']?.trim()}@`)
  for (const user of ['bff', 'platform']) {
    expect(made[`${user}/nats-url`]).toBe(`nats://${user}:${made[`nats/${user}`]?.trim()}@nats:4222\n`)
    expect(made['nats/nats.conf']).toContain(`"${made[`nats/${user}`]?.trim()}"`)
  }
  // Who is connected and what they listen to is for its own container alone, whose health check asks there.
  expect(JSON.parse(made['nats/nats.conf'] ?? '').http).toBe('127.0.0.1:8222')
  expect(made['nats/bff']).not.toBe(made['nats/platform'])
  execFileSync(findProgram('nats-server'), ['-t', '-c', join(folder, 'nats/nats.conf')], { stdio: 'pipe' })
  expect(statSync(join(folder, 'platform/edge')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'nats/nats.conf')).mode & 0o777).toBe(0o444)
  make()
  expect(read()).toEqual(made)
})

it('goes on where it was stopped in the middle of a file', () => {
  const before = read()
  const half = join(folder, 'nats/nats.conf.new')
  writeFileSync(half, 'listen: ')
  chmodSync(half, 0o444)
  make()
  expect(read()).toEqual(before)
})

it('the way that docs/operations.md tells changes every password, and no key', () => {
  const before = read()
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const removal = operations.match(/ secrets sh -c '(rm -f [^']+)'/)?.[1] ?? ''
  execFileSync('sh', ['-c', removal.replaceAll('/secrets/', `${folder}/`)])
  make()
  const after = read()
  expect(names.filter((name) => after[name] === before[name])).toEqual(['platform/edge', 'bff/edge'])
})
