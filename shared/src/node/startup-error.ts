const name = 'StartupError'

/**
 * A reason not to start that its reader can mend: a taken port, an unwritable folder, a wrong setting.
 * `message` is one whole sentence; a process that gets one writes it to stderr, without a stack, and ends with
 * exit code 1. The cause, if there is one, is for the log.
 */
export const startupError = (message: string, cause?: unknown): Error => {
  const error = new Error(message, cause === undefined ? {} : { cause })
  error.name = name
  return error
}

/** Whether this is an error made by `startupError`: known by its name, so that it survives a worker's border. */
export const isStartupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === name
