import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { startupError } from '@minefall/shared/node'
import { hasCode } from './system-error.ts'

/** Lets the folder go. A process that dies lets go at once, whatever killed it. */
export type FolderLock = { release(): Promise<void> }

/** The kernel's limit for a socket's path is 108 bytes on Linux and 104 on macOS, with a closing zero. */
const pathMost = 103

/** A socket's path of any length: on Linux a long one is reached through the open folder. */
const reachable = async (folder: string) => {
  const longest = join(folder, `claim.${'0'.repeat(16)}`)
  if (Buffer.byteLength(longest) <= pathMost)
    return { at: (name: string) => join(folder, name), done: async () => {} }
  if (process.platform !== 'linux') {
    throw startupError(`The data folder's path is too long to be locked; use a shorter one than ${folder}.`)
  }
  const handle = await open(folder, 'r')
  return { at: (name: string) => `/proc/self/fd/${handle.fd}/${name}`, done: () => handle.close() }
}

/** Who listens at a socket: its process id, `someone` when it doesn't say in time, null when no one does. */
const holderAt = (path: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(path)
    const answer = () => {
      socket.destroy()
      resolve(/^\d+\n$/.test(said) ? said.trim() : 'someone')
    }
    socket.setTimeout(500, answer)
    socket.on('data', (bytes) => {
      said += bytes.toString()
    })
    socket.on('end', answer)
    socket.on('error', (error) => {
      if (hasCode(error, 'ECONNREFUSED', 'ENOENT')) resolve(null)
      // A full backlog or a reset while it was being accepted: alive, but too busy to say who.
      else if (hasCode(error, 'EAGAIN', 'ECONNRESET', 'EPIPE')) resolve('someone')
      else reject(error)
    })
  })

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${process.pid}\n`)
    })
    server.on('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

const gone = async (path: string) => {
  await unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
}

/** The numbers taken so far, ascending. */
const taken = async (folder: string) =>
  (await readdir(folder))
    .flatMap((name) => (/^holder\.\d+$/.test(name) ? [Number(name.slice('holder.'.length))] : []))
    .sort((a, b) => a - b)

/**
 * Takes a folder for this process alone, or rejects with a start-up error that names the holder.
 *
 * The holder is whichever process listens on the socket `lock/holder.<n>` with the highest n. A starter that finds no one
 * there listens on its own name first and then links that socket to `holder.<n+1>`, which only one of
 * several can; then it looks again and steps back from any higher number. The highest is never removed, so the
 * numbers only grow, and no one can take a number above a living holder's. Sockets close with their process,
 * so there is nothing to clean up after a SIGKILL. Works wherever the folder is on one machine's local disk.
 */
export const lockFolder = async (whole: string): Promise<FolderLock> => {
  const folder = join(whole, 'lock')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { at, done } = await reachable(folder)
  const claim = `claim.${randomBytes(8).toString('hex')}`
  const server = await listen(at(claim))
  const stepBack = async () => {
    await closed(server)
    await gone(join(folder, claim))
    await done()
  }
  try {
    for (;;) {
      const highest = (await taken(folder)).at(-1) ?? 0
      const holder = highest === 0 ? null : await holderAt(at(`holder.${highest}`))
      if (holder !== null) {
        const who = holder === 'someone' ? 'another process' : `process ${holder}`
        throw startupError(
          `The data folder ${whole} is in use by ${who}; stop that one or use another folder.`,
        )
      }
      const mine = highest + 1
      try {
        await link(join(folder, claim), join(folder, `holder.${mine}`))
      } catch (error) {
        if (hasCode(error, 'EEXIST')) continue
        throw error
      }
      const others = await taken(folder)
      if (others.some((number) => number > mine)) {
        await gone(join(folder, `holder.${mine}`))
        continue
      }
      await gone(join(folder, claim))
      for (const number of others) if (number < mine) await gone(join(folder, `holder.${number}`))
      return {
        async release() {
          await closed(server)
          await done()
        },
      }
    }
  } catch (error) {
    await stepBack()
    throw error
  }
}
