import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@minefall/shared/testing-ports'
import { findProgram } from '@minefall/shared/testing-programs'
import type { Settings } from '../harness/server.ts'
import { root } from '../load/repository.ts'
import { type NodeProcess, nodeProcess } from './node-process.ts'

export const gatewayFile = join(root, 'gateway/haproxy.cfg')

export type GatewayOptions = {
  /** Where it listens for people. */
  address: { host: string; port: number }
  /** Where BFFs answer, at most four. */
  bffs: readonly string[]
  /** Variables of the configuration besides. */
  settings?: Settings
  /** Reads its files again at SIGUSR2, as in its image; its process is the master of the one that serves then. */
  reloads?: boolean
  log: string
}

/** HAProxy in front of these BFFs, with the configuration that the product comes with; not started yet. */
export const gatewayProcess = async (options: GatewayOptions): Promise<NodeProcess> => {
  const { address, bffs, settings = {}, reloads = false, log } = options
  const metrics = settings.GATEWAY_METRICS_ADDRESS ?? `127.0.0.1:${await freePort()}`
  return nodeProcess({
    name: 'gateway',
    url: `http://127.0.0.1:${address.port}`,
    // People may be on another address of this machine, or sent on to TLS.
    readyUrl: `http://${metrics}/healthz`,
    command: findProgram('haproxy'),
    args: () => [...(reloads ? ['-W'] : []), '-db', '-f', gatewayFile],
    env: {
      ...process.env,
      GATEWAY_ADDRESS: `${address.host}:${address.port}`,
      ...Object.fromEntries(bffs.map((bff, index) => [`BFF_${index + 1}`, new URL(bff).host])),
      ...settings,
      GATEWAY_METRICS_ADDRESS: metrics,
    },
    log,
  })
}

/** A certificate of this machine's own with its key, in one file, as the gateway wants it. */
export const certificateIn = async (folder: string): Promise<string> => {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) =>
    join(folder, name),
  )
  if (!key || !certificate || !both) throw new Error('three names were given')
  const subject = ['-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-days', '2']
  // A stand-in of this process goes on answering whether it is ready.
  await promisify(execFile)('openssl', ['req', ...subject, '-keyout', key, '-out', certificate])
  await writeFile(both, [await readFile(key), await readFile(certificate)].join(''))
  return both
}

/** The first of a WebSocket, with the example of RFC 6455, section 1.3. */
export const handshake = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}
/** How one is taken. */
export const accepted = [
  'HTTP/1.1 101 Switching Protocols',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  '\r\n',
].join('\r\n')
