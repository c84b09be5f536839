/** An error whose message is one sentence for the person who starts the program: what is wrong, what to do. */
export const startupError = (message: string, cause?: unknown): Error => {
  const error = new Error(message, cause === undefined ? {} : { cause })
  error.name = 'StartupError'
  return error
}

export const isStartupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StartupError'
