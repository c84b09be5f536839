import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../load/repository.ts'

const execute = promisify(execFile)

/** What stands for Docker: says what it was asked for, once it may, and keeps it. What has FAILS in it fails. */
const docker = `#!/bin/sh
echo "$*" >>"$0.asked"
[ -z "$GATE" ] || read -r _ <"$GATE"
case "$*" in *"\${FAILS:-nothing}"*) exit 1 ;; esac
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
const backUp = async ({ gate = '', fails = '' } = {}) => {
  const env = { PATH: `${place}:${process.env.PATH}`, GATE: gate, FAILS: fails }
  return (await execute(join(root, 'deploy/backup.sh'), [backups], { env })).stdout.trim()
}
const asked = () => readFile(join(place, 'docker.asked'), 'utf8')
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

it('records in the database when the backup was taken, once it is whole', async () => {
  for (const fails of ['pg_dump', 'tar']) await expect(backUp({ fails })).rejects.toThrow()
  expect(await asked()).not.toContain('last_backup')
  expect(await readdir(backups)).toEqual(['.lock'])
  const made = await backUp()
  expect(await asked()).toContain(`update last_backup set at = '${made.split('minefall-').at(-1)}'`)
  await rm(made, { recursive: true })
  // The database of an older version has no such table, and is backed up all the same.
  expect(await readdir(await backUp({ fails: 'last_backup' }))).toEqual(['database.dump', 'keys.tar'])
})

it('a backup that lacks its keys, or has half of them, is refused before anything is restored', async () => {
  await mkdir(backups)
  await writeFile(join(backups, 'database.dump'), '')
  const restore = () =>
    execute(join(root, 'deploy/restore.sh'), [backups], { env: { PATH: `${place}:${process.env.PATH}` } })
  await expect(restore()).rejects.toThrow('keys.tar')
  await writeFile(join(place, 'key'), 'a key'.repeat(1_000))
  const tar = execFileSync('tar', ['-C', place, '-c', 'key'])
  await writeFile(join(backups, 'keys.tar'), tar.subarray(0, 1_024))
  await expect(restore()).rejects.toThrow('tar: ')
  await expect(readFile(join(place, 'docker.asked'))).rejects.toThrow('ENOENT')
  await writeFile(join(backups, 'keys.tar'), tar)
  await restore()
  expect(await asked()).toContain('pg_restore')
})

it('leaves alone what another run writes', async () => {
  const path = join(place, 'gate')
  execFileSync('mkfifo', [path])
  // Held open: what no one has read yet would be gone with the last who reads it.
  await using gate = await open(path, 'r+')
  const first = backUp({ gate: path })
  await expect.poll(() => begun().catch(() => [])).toHaveLength(1)
  await expect(backUp()).rejects.toThrow(/another backup/)
  expect(await begun()).toHaveLength(1)
  await gate.writeFile('\n\n\n')
  expect(await readdir(await first)).toEqual(['database.dump', 'keys.tar'])
})
