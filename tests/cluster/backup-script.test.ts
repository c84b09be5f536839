import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../load/repository.ts'

const execute = promisify(execFile)

/** What stands for Docker: says what it was asked for, once it may. */
const docker = `#!/bin/sh
[ -z "$GATE" ] || read -r _ <"$GATE"
echo "$*"
`

let place: string
let backups: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'minefall-backup-'))
  backups = join(place, 'backups')
  await writeFile(join(place, 'docker'), docker)
  await chmod(join(place, 'docker'), 0o755)
})
afterEach(() => rm(place, { recursive: true }))

/** Resolves with the folder that it made; rejects with what it said instead. */
const backUp = async (gate = '') => {
  const env = { PATH: `${place}:${process.env.PATH}`, GATE: gate }
  return (await execute(join(root, 'deploy/backup.sh'), [backups], { env })).stdout.trim()
}
const begun = async () => (await readdir(backups)).filter((name) => name.endsWith('.part'))

it('makes a folder with the database and the keys, and removes what a power cut left of one', async () => {
  const left = join(backups, 'minefall-20260101T000000Z.part')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'database.dump'), 'half')
  const made = await backUp()
  expect(await readFile(join(made, 'database.dump'), 'utf8')).toContain('pg_dump')
  expect(await readFile(join(made, 'keys.tar'), 'utf8')).toContain('tar')
  expect(await begun()).toEqual([])
})

it('leaves alone what another run writes', async () => {
  const gate = join(place, 'gate')
  execFileSync('mkfifo', [gate])
  const first = backUp(gate)
  await expect.poll(() => begun().catch(() => [])).toHaveLength(1)
  await expect(backUp()).rejects.toThrow(/another backup/)
  expect(await begun()).toHaveLength(1)
  for (let asked = 0; asked < 2; asked += 1) await writeFile(gate, '\n')
  expect(await readdir(await first)).toEqual(['database.dump', 'keys.tar'])
})
