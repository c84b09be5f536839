/**
 * Why a call failed: `code` is the answer's body code, or 1504 for no answer in time and 1503 for none at all.
 * The text to show is chosen by it; `message` is the server's own.
 */
export type CallError = Error & { code: number; requestId: string | null }

export const callError = (code: number, message: string, requestId: string | null = null): CallError =>
  Object.assign(new Error(message), { code, requestId })

/** Whether a caught value is one of ours. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' && 'requestId' in error
