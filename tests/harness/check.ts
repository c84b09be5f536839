import { spawn } from 'node:child_process'
import { testedFlags } from '../load/repository.ts'
import type { Settings } from './server.ts'

/** What a command such as `npm run ledger:check` runs, to its end. */
export const runCheck = (
  program: string,
  settings: Settings,
  args: readonly string[] = [],
): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...testedFlags, program, ...args], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.on('data', (chunk) => (err += String(chunk)))
    child.once('close', (code) => resolve({ code, out, err }))
  })
