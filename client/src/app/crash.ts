import { isCallError } from '../lib/call-error.ts'
import { randomHex } from '../machines/connection/identity.ts'

/** `chunk` when a part of the page did not load, `crash` for everything else. */
export type Crash = { kind: 'crash' | 'chunk'; id: string }

const chunkMessages =
  /dynamically imported module|importing a module script|preload CSS|module script failed/i

/**
 * Names a crash and logs it with its cause. The id is that of the failed request when the server gave one, else a
 * fresh one, so that a report and the console's line can be brought together.
 */
export const describeCrash = (error: unknown): Crash => {
  const id = (isCallError(error) ? error.requestId : null) ?? randomHex(6)
  console.error(`crash ${id}`, error)
  const isChunk = error instanceof Error && chunkMessages.test(error.message)
  return { kind: isChunk ? 'chunk' : 'crash', id }
}
