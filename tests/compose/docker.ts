import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program to its end; resolves with what it printed, and rejects with its last words. */
export const run = async (
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> => {
  try {
    const { stdout } = await execute(program, args, { cwd, env, maxBuffer: 2 ** 28 })
    return stdout.trim()
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stderr.slice(-3_000)}`, { cause: error })
  }
}

export const docker = (...args: string[]) => run('docker', args)

export type Killer = { kill(pid: number): void; end(): Promise<void> }

const killing = `console.log('ready'); process.stdin.on('data', (pid) => process.kill(Number(pid), 'SIGKILL'))`

/**
 * A container that kills processes of the engine's machine. To the engine these are crashes, which it restarts from; after
 * its own `kill` it would not.
 */
export const startKiller = async (image: string, name: string): Promise<Killer> => {
  const options = `-i --rm --name ${name} --pid host --network none --user 0 --no-healthcheck`
  const child = spawn('docker', ['run', ...options.split(' '), image, 'node', '-e', killing], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the container that kills has ended')
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  return {
    kill: (pid) => void child.stdin.write(String(pid)),
    async end() {
      child.stdin.end()
      await ended.catch(() => {})
    },
  }
}
