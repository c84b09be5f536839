import { bodyCode } from '@minefall/shared/contracts'

/**
 * Why a call failed: `code` is the answer's body code, or 1504 for no answer in time and 1503 for none at all.
 * The text to show is chosen by it; `message` is the server's own, or what the network said.
 */
export type CallError = Error & {
  code: number
  requestId: string | null
  /** What a refusal tells more: `field`, `notice`, `seconds`. */
  data: unknown
  /** Whether the server said it: false where no answer came. */
  answered: boolean
}

type More = Partial<Pick<CallError, 'requestId' | 'data' | 'answered'>>

export const callError = (
  code: number,
  message: string,
  { requestId = null, data = null, answered = true }: More = {},
): CallError => Object.assign(new Error(message), { code, requestId, data, answered })

/** Whether a caught value is one of ours. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' && 'answered' in error

/** Answers after which no one knows whether the call had its effect. */
const unclear: readonly number[] = [bodyCode.ourFault, bodyCode.unavailable, bodyCode.timeout]

/** Whether no one knows if a failed call had its effect. */
export const isUnclear = (error: unknown): boolean =>
  !isCallError(error) || !error.answered || unclear.includes(error.code)

/** The seconds that a refusal asks to wait; null when it asks for none. */
export const waitOf = (error: unknown): number | null => {
  if (!isCallError(error) || typeof error.data !== 'object' || error.data === null) return null
  const seconds = 'seconds' in error.data ? error.data.seconds : null
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
