import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import { inSeconds } from './token-bucket.ts'

/** The refusal of whatever there is too much of: 1429, with how many whole seconds to wait. */
export const tooMany = (waitMs: number, msg: string): Envelope<{ seconds: number }> => {
  const seconds = inSeconds(waitMs)
  return refuse(bodyCode.tooManyRequests, `${msg}; try again in ${seconds} s`, { seconds })
}
