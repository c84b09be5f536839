import { isCallError } from '../../lib/call-error.ts'

/** The seconds that a refusal asks to wait; null when it asks for none. */
export const waitOf = (error: unknown): number | null => {
  if (!isCallError(error) || typeof error.data !== 'object' || error.data === null) return null
  const seconds = 'seconds' in error.data ? error.data.seconds : null
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
