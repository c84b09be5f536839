import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Whether this process could listen there now: resolves when it could, and rejects with the system's error when it
 * could not. Asked before anything that a start which fails would leave behind; port 0 is always free.
 */
export const tryListening = async (host: string, port: number): Promise<void> => {
  const probe = createServer()
  // Rejects on an `error` that comes first.
  const listening = once(probe, 'listening')
  probe.listen({ host, port })
  await listening
  await new Promise((resolve) => probe.close(resolve))
}
