import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { hidden, redactText } from './redact.ts'

const startupErrorName = 'StartupError'

/**
 * A reason not to start that its reader can mend: a taken port, an unwritable folder, a wrong setting.
 * `message` is one whole sentence; a process that gets one writes it to stderr, without a stack, and ends with
 * exit code 1. The cause, if there is one, is for the log.
 */
export const startupError = (message: string, cause?: unknown): Error => {
  const error = new Error(message, cause === undefined ? {} : { cause })
  error.name = startupErrorName
  return error
}

/** Whether this is an error made by `startupError`: known by its name, so that it survives a worker's border. */
export const isStartupError = (error: unknown): error is Error =>
  error instanceof Error && error.name === startupErrorName

/**
 * Schemas for one environment variable each. The error text of each says what is allowed, and follows the
 * variable's name: "PORT must be a whole number from 0 to 65535".
 */

/** A whole number from `min` to `max`, both allowed. */
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.int(error).min(min, error).max(max, error))
}

/** `1`, `true`, `yes` or `0`, `false`, `no`. */
export const flag = () =>
  z
    .enum(['1', 'true', 'yes', '0', 'false', 'no'], 'must be 1, true or yes, or 0, false or no')
    .transform((value) => value === '1' || value === 'true' || value === 'yes')

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

/** An address whose scheme is one of `schemes`, such as `['http', 'https']`. */
export const address = (schemes: readonly string[]) => {
  const error = `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return z.string().refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return url !== null && schemes.includes(url.protocol.slice(0, -1))
  }, error)
}

/** Where people find the program: scheme, host and port alone, kept as `https://play.example`. */
export const publicUrl = () => {
  const error = 'must be an address such as https://play.example, with nothing after the host and port'
  return address(['http', 'https'])
    .transform((value) => new URL(value))
    .refine(({ origin, href }) => href === `${origin}/`, error)
    .transform(({ origin }) => origin)
}

/** Words with commas between them; spaces around them don't count. */
export const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** A folder, file or host name: anything but nothing. */
export const text = () => z.string().min(1, 'must not be empty')

/** A node's name: on the bus it is a part of subjects, in the database the owner of shards. */
export const nodeName = () =>
  z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be at most 64 letters of A–Z, digits, - and _')

type Environment = Readonly<Record<string, string | undefined>>

/** What the environment gives for each name: a value, or the content of the file that `<name>_FILE` names. */
const given = (names: readonly string[], env: Environment) => {
  const fromFiles = new Set<string>()
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = env[name]
    const file = env[`${name}_FILE`]
    if (value && file) throw startupError(`Only one of ${name} and ${name}_FILE may be set, but both are.`)
    if (value) values[name] = value
    if (!file) continue
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      throw startupError(`${name}_FILE must name a file that can be read, but it is "${file}".`, error)
    }
    fromFiles.add(name)
  }
  return { values, fromFiles }
}

/** As a setting may be shown: an address that can't be read may have its password anywhere. */
const shown = (value: string): string => {
  const isAddress = value.includes('://') && value.includes('@')
  return isAddress && !value.split(',').every((part) => URL.canParse(part.trim()))
    ? hidden
    : redactText(value)
}

/**
 * Reads the settings a zod object names from `env`. A variable that is set to nothing counts as not set. Instead of
 * any setting X its content may be in a file that X_FILE names, as secrets are; white space around it doesn't count.
 * Throws a start-up error: one sentence with the variable, what is allowed and what it is.
 *
 * @example readSettings(z.object({ PORT: wholeNumber(0, 65_535).default(8080) }), process.env).PORT
 */
export const readSettings = <T extends z.ZodObject>(schema: T, env: Environment): z.output<T> => {
  const { values, fromFiles } = given(Object.keys(schema.shape), env)
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = String(issue?.path[0] ?? 'The environment')
  const value = values[name]
  if (value === undefined) throw startupError(`${name} must be set.`)
  const problem = `${name} ${issue?.message ?? 'can’t be read'}`
  // What is in a file is secret as a rule.
  if (fromFiles.has(name)) throw startupError(`${problem}, but what ${name}_FILE contains is something else.`)
  throw startupError(`${problem}, but it is "${shown(value)}".`)
}
