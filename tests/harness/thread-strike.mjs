/**
 * Loaded into a server ahead of its program (`node --import`), and with it into each of its threads: on SIGUSR2 the second
 * edge thread throws, on SIGWINCH it hangs. Plain JavaScript, because Node loads it on its own.
 */
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads'

const channel = new BroadcastChannel('strike')
channel.unref()
if (isMainThread)
  for (const signal of ['SIGUSR2', 'SIGWINCH']) process.on(signal, () => channel.postMessage(signal))
else if (workerData?.number === 2)
  channel.onmessage = ({ data }) => {
    if (data === 'SIGUSR2') throw new Error('struck')
    for (;;);
  }
