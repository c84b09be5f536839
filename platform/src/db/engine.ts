import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { z } from 'zod'

/** Plain JavaScript in the sources; the built package starts the same file. */
const workerFile = new URL('../../src/db/pglite-worker.mjs', import.meta.url)

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('failed'), message: z.string(), complaints: z.array(z.string()) }),
  z.object({ kind: z.literal('dumped'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('closed') }),
])

/** PGlite in its thread, with a client of the ordinary driver connected to it. */
export type Engine = {
  client: pg.Client
  /** All files of the database as one tar archive, a template to open others from. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** The engine as the socket that the driver expects. */
const pipe = (worker: Worker) => {
  const send = (chunk: Uint8Array) => worker.postMessage(new Uint8Array(chunk))
  const stream = new Duplex({
    read() {},
    // The driver corks a statement's messages together; they travel as one, and come back as one.
    writev(chunks, done) {
      send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
      done()
    },
    write(chunk, _encoding, done) {
      send(chunk)
      done()
    },
  })
  return Object.assign(stream, {
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
    connect: () => {
      process.nextTick(() => stream.emit('connect'))
      return stream
    },
  })
}

/**
 * Starts an engine on a folder, or in memory without one. `template` is a `dump` to start from. Rejects with
 * what the engine said when it can't open. `lost` is called once if it stops without being asked to.
 */
export const startEngine = async (options: {
  folder?: string | undefined
  template?: Uint8Array | undefined
  lost: (error: Error) => void
}): Promise<Engine> => {
  const { folder, template, lost } = options
  const worker = new Worker(workerFile, { name: 'database', workerData: { folder, template } })
  const stream = pipe(worker)
  // The driver's own listener comes with the connection.
  stream.on('error', () => {})
  const waiting: { dumped: ((bytes: Uint8Array) => void)[] } = { dumped: [] }
  let closing = false

  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    const stopped = (error: Error) => {
      reject(error)
      if (!closing) lost(error)
      closing = true
      stream.destroy(error)
    }
    worker.on('error', stopped)
    worker.on('exit', () => stopped(new Error('The embedded database stopped on its own.')))
    worker.on('message', (data) => {
      if (data instanceof Uint8Array) {
        stream.push(data)
        return
      }
      const message = messageSchema.parse(data)
      if (message.kind === 'dumped') waiting.dumped.shift()?.(message.bytes)
      else if (message.kind === 'ready') resolve()
      else if (message.kind === 'failed') {
        closing = true
        reject(new Error([message.message, ...message.complaints].join('\n')))
      } else closing = true
    })
  })
  await ready

  const client = new pg.Client({ stream: () => stream, user: 'postgres', database: 'postgres', ssl: false })
  // Statements in flight reject with the error; without one in flight it would be thrown.
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    dump: () =>
      new Promise((resolve) => {
        waiting.dumped.push(resolve)
        worker.postMessage('dump')
      }),
    async close() {
      closing = true
      worker.postMessage('close')
      await exited
      stream.destroy()
    },
  }
}
