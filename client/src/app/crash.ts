import { isCallError } from '../lib/call-error.ts'
import { isMissingPart } from '../lib/missing-part.ts'
import { randomHex } from '../machines/connection/identity.ts'

/** `chunk` when a part of the page did not load, `crash` for everything else. */
export type Crash = { kind: 'crash' | 'chunk'; id: string }

/**
 * Names a crash and logs it with its cause. The id is that of the failed request when the server gave one, else a
 * fresh one, so that a report and the console's line can be brought together.
 */
export const describeCrash = (error: unknown): Crash => {
  const id = (isCallError(error) ? error.requestId : null) ?? randomHex(6)
  console.error(`crash ${id}`, error)
  return { kind: isMissingPart(error) ? 'chunk' : 'crash', id }
}
