import { bodyCode } from '@minefall/shared/contracts'
import { isCallError } from '../lib/call-error.ts'

/** Resolves as well where what a call takes away is gone: another tab was quicker, or an earlier answer was lost. */
export const orGone = async (taking: Promise<unknown>): Promise<void> => {
  try {
    await taking
  } catch (error) {
    if (!isCallError(error) || error.code !== bodyCode.notFound) throw error
  }
}
