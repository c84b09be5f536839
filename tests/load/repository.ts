import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder))

/** The top of the checkout; this file is found below it both as source and compiled. */
export const root = rootAbove(import.meta.dirname)

/** What Node learns where a server of ours is started: see docs/performance.md. */
export const nodeFlags = ['--single-threaded-gc']

/**
 * What Node learns where a program of ours is started for a test: to optimize the machine code of the embedded database
 * is a third of what such a start costs, and a process that lives for a test gets nothing back for it.
 */
export const testedFlags = [...nodeFlags, '--liftoff-only']

/** The whole program, as it is built in this work tree or another one. */
export const serverOf = (tree: string): string => join(resolve(tree), 'bff/dist/one-process.js')

/** A node of a cluster, as it is built in this work tree or another one. */
export const nodeOf = (kind: 'bff' | 'platform', tree: string): string =>
  join(resolve(tree), kind, 'dist/main.js')

/** Compiled programs of ours. */
export const programs = {
  server: serverOf(root),
  bff: nodeOf('bff', root),
  platform: nodeOf('platform', root),
  backup: join(root, 'platform/dist/backup.js'),
  ledgerCheck: join(root, 'platform/dist/ledger-check.js'),
  luckAudit: join(root, 'platform/dist/luck-audit.js'),
  ratingsRecompute: join(root, 'platform/dist/ratings-recompute.js'),
  staff: join(root, 'platform/dist/staff.js'),
  load: join(root, 'tests/dist/load/main.js'),
  probe: join(root, 'tests/dist/load/probe.js'),
  baseline: join(root, 'tests/dist/load/baseline-server.js'),
}
