/**
 * The embedded database, in its own thread: PGlite behind a pipe that speaks PostgreSQL's wire protocol.
 * A Uint8Array in is a run of whole protocol messages; the bytes out are the engine's answer to it.
 * Plain JavaScript, because Node loads a worker on its own: from the sources under test, and when built.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const { folder, template } = workerData
const complaints = []

/** All that the engine asks of a blob: a real one of 30 MB costs a third of what it takes to open. */
const asBlob = (bytes) => ({ type: '', arrayBuffer: async () => bytes })

const open = () =>
  PGlite.create({
    dataDir: folder === undefined ? 'memory://' : `file://${folder}`,
    ...(template === undefined ? {} : { loadDataDir: asBlob(template) }),
    onStderr: (line) => {
      complaints.push(line)
      complaints.splice(0, complaints.length - 20)
      return false
    },
  })

const serve = (engine) => {
  parentPort.on('message', async (message) => {
    if (message === 'close') {
      await engine.close()
      parentPort.postMessage({ kind: 'closed' })
      parentPort.close()
    } else if (message === 'dump') {
      const dump = await engine.dumpDataDir('none')
      parentPort.postMessage({ kind: 'dumped', bytes: new Uint8Array(await dump.arrayBuffer()) })
    } else {
      parentPort.postMessage(engine.execProtocolRawSync(message))
    }
  })
  parentPort.postMessage({ kind: 'ready' })
}

try {
  serve(await open())
} catch (error) {
  parentPort.postMessage({ kind: 'failed', message: String(error), complaints })
  parentPort.close()
}
