import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../cluster/keeper.ts'

/**
 * Addresses of a machine in its own network: who connects to one of the first two comes from it, and so is a
 * stranger to a program that listens there; who connects to one of the others is this machine.
 */
export const addresses = {
  stranger: '192.0.2.1',
  stranger6: 'fd00::1',
  here: '127.0.0.1',
  here6: '::1',
} as const
export type From = keyof typeof addresses
/** One of the addresses that a network was given besides. */
export type Other = { address: string }

export type Asked = {
  from: From
  port: number
  path: string
  method?: string
  /** Of these `host` too is sent as it is given; by default it is the address and port that is connected to. */
  headers?: Record<string, string>
  body?: string
}

/** What was answered; 101 is an upgrade, which is left at once. */
export type Answered = { status: number; headers: IncomingHttpHeaders; body: string }

/** A network namespace: programs in it reach each other and nothing else, and tests reach them by any of its addresses. */
export type OwnNetwork = {
  /** Runs a program in it. It ends with this process, whatever ends that. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess
  /** A connection to a program in it. */
  connect(from: From | Other, port: number): Socket
  /**
   * An address outside of it that leads to a program in it, for whatever wants a URL: what is asked there comes from
   * `from`, and names 127.0.0.1 as its host.
   */
  url(from: From, port: number): Promise<string>
  /** One call of a program in it; null where nothing listens. */
  ask(asked: Asked): Promise<Answered | null>
  remove(): Promise<void>
}

/** Root makes a network as it is; anyone else needs a user namespace for it, which some machines refuse. */
const ways = [['--net'], ['--user', '--map-root-user', '--net']] as const

const wayIn = () => ways.find((way) => spawnSync('unshare', [...way, 'true']).status === 0)

const courier = join(import.meta.dirname, 'courier.mjs')

/**
 * Makes a network, with other addresses of its machine besides, which stand for strangers too. Throws on machines that don't
 * allow it (Linux with util-linux and iproute2 does).
 */
export const ownNetwork = async (others: readonly string[] = []): Promise<OwnNetwork> => {
  const way = wayIn()
  if (way === undefined)
    throw new Error(
      'this test needs a network namespace, which `unshare --net` could not make on this machine',
    )
  const folder = await mkdtemp(join(tmpdir(), 'minefall-network-'))
  const door = join(folder, 'door')
  const { stranger, stranger6 } = addresses
  const args = [...way, process.execPath, courier, door, stranger, stranger6, ...others]
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = once(holder.stdout, 'data').then(() => true)
  const isUp = await Promise.race([said, once(holder, 'exit').then(() => false)])
  if (!isUp || holder.pid === undefined) throw new Error('the network namespace did not come up; see above')
  const enter = ['--target', String(holder.pid), '--net']
  const asOurselves = way.length > 1 ? ['--user', '--preserve-credentials'] : []
  const children = new Set<ChildProcess>()
  const relays = new Set<Server>()

  const connectTo: OwnNetwork['connect'] = (from, port) => {
    const socket = connect(door)
    socket.write(`${typeof from === 'string' ? addresses[from] : from.address} ${port}\n`)
    return socket
  }

  return {
    spawn(command, ownArgs, options = {}) {
      const child = spawn('nsenter', [...enter, ...asOurselves, '--', command, ...ownArgs], options)
      children.add(child)
      child.once('exit', () => children.delete(child))
      endWithUs(child)
      return child
    },
    connect: connectTo,
    async url(from, port) {
      const relay = createServer((outside) => {
        const inside = connectTo(from, port)
        for (const [one, other] of [
          [outside, inside],
          [inside, outside],
        ] as const) {
          one.on('error', () => other.destroy())
          one.on('close', () => other.destroy())
          one.pipe(other)
        }
      })
      relays.add(relay)
      relay.listen(0, '127.0.0.1')
      await once(relay, 'listening')
      const at = relay.address()
      return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
    },
    ask: ({ from, port, path, method = 'GET', headers = {}, body }) =>
      new Promise((resolve) => {
        const at = addresses[from]
        const host = `${at.includes(':') ? `[${at}]` : at}:${port}`
        const sent = request({
          ...{ path, method },
          headers: { host, ...headers },
          createConnection: () => connectTo(from, port),
        })
        sent.on('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => (text += chunk))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
          )
        })
        sent.on('upgrade', (answer, socket) => {
          socket.destroy()
          resolve({ status: 101, headers: answer.headers, body: '' })
        })
        sent.on('error', () => resolve(null))
        sent.end(body)
      }),
    async remove() {
      for (const relay of relays) relay.close()
      await Promise.all(
        [...children].map(async (child) => {
          const gone = once(child, 'exit')
          child.kill('SIGKILL')
          await gone
        }),
      )
      const gone = once(holder, 'exit')
      holder.stdin.end()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
