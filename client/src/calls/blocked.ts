import { bodyCode } from '@minefall/shared/contracts'
import { isCallError } from '../lib/call-error.ts'

/** The note that says it, by which it is taken away. */
export const blockedNote = 'account-blocked'

/** What staff tell the owner of a blocked account, where a call was refused for that; null for every other failure. */
export const blockedText = (error: unknown): string | null => {
  if (!isCallError(error) || error.code !== bodyCode.notAllowed) return null
  const { data } = error
  if (typeof data !== 'object' || data === null || !('notice' in data) || !('text' in data)) return null
  return data.notice === 'account-blocked' && typeof data.text === 'string' ? data.text : null
}
