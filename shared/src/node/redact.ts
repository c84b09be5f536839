/**
 * The one place for what no log may hold: credentials (tokens, passwords, one-time codes, device ids, cookies,
 * authorization, keys), what decides a match (seeds, salts, layouts), and rows that the database quotes. Fields are
 * recognized by name at any depth, text by its shape.
 */
export const hidden = '[hidden]'

/** Names are compared in lower case without `-` and `_`. */
const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'auth',
  'deviceid',
  'devicehash',
  'passwd',
  'pwd',
  'pin',
  'secret',
  'sealed',
  'salt',
  'salts',
  'layout',
  'layouts',
  'leaves',
  'verificationcode',
  'otp',
  'captcha',
  'xminefalledge',
])
const secretEndings = [
  'token',
  'tokens',
  'password',
  'seed',
  'seeds',
  'secret',
  'sealkey',
  'edgekey',
  'privatekey',
]

const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[-_]/g, '')
  return secretNames.has(plain) || secretEndings.some((ending) => plain.endsWith(ending))
}

/** A `code` is a body code (200–9999), a system's error name or an SQLSTATE; anything else may be a one-time code. */
const isTellingCode = (value: unknown): boolean =>
  typeof value === 'number'
    ? value < 10_000
    : typeof value === 'string' && /^([A-Z][A-Z0-9_]+|[0-9A-Z]{5})$/.test(value)

/** How many mines a table has is public; which tiles they are on is not. */
const isCount = (value: unknown): boolean => typeof value === 'number'

const hideField = (name: string, value: unknown): boolean => {
  if (value === undefined || value === null) return false
  if (name === 'code' || name === 'codes') return !isTellingCode(value)
  if (name === 'mines') return !isCount(value)
  return isSecretName(name)
}

const patterns: readonly (readonly [RegExp, string])[] = [
  // Credentials of a connection string: scheme://user:password@host
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*:)[^\s/@"\\]+@/gi, `$1${hidden}@`],
  // A token of NATS: nats://token@host
  [/(\bnats:\/\/)[^\s:/@"\\]+@/gi, `$1${hidden}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`],
  // A query string's fields.
  [/([?&](?:[\w-]*token|code|[\w-]*password|device_?id|[\w-]*seed)=)[^&\s"\\#]*/gi, `$1${hidden}`],
]

/** Hides credentials inside running text: connection strings, bearer tokens, fields of a query string. */
export const redactText = (text: string): string =>
  patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)

const deepest = 8
const longest = 100

/**
 * Where an error of PostgreSQL has contents of rows: in its detail, and where a value was refused (class 22) in all that it
 * says.
 */
const rowTextsOf = (error: Error): readonly string[] => {
  if (!('severity' in error && 'code' in error)) return []
  return String(error.code).startsWith('22') ? ['detail', 'message', 'where'] : ['detail']
}

const redactError = (error: Error, depth: number): Record<string, unknown> => {
  const { name: type, message, cause } = error
  const rowTexts = rowTextsOf(error)
  const stack = rowTexts.includes('message') ? error.stack?.replace(message, () => hidden) : error.stack
  const told: [string, unknown][] = [['message', message], ['stack', stack], ...Object.entries(error)]
  const fields = told.map(([name, value]): [string, unknown] => [
    name,
    value !== undefined && rowTexts.includes(name) ? hidden : value,
  ])
  const because = cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }
  return { type, ...redactFields(fields, depth), ...because }
}

const redactFields = (fields: readonly [string, unknown][], depth: number): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(([name, value]) => [name, hideField(name, value) ? hidden : redactValue(value, depth + 1)]),
  )

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return depth > deepest ? value.message : redactError(value, depth)
  // Bytes are keys, hashes or sealed secrets: none of them helps a reader.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > deepest) return '[deeper]'
  if (Array.isArray(value))
    return value.slice(0, longest).map((item: unknown) => redactValue(item, depth + 1))
  if (value instanceof URL) return value.href
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return redactFields(Object.entries(value), depth)
}

/** A copy of a log entry's fields that may be written: secrets replaced, errors with causes, nothing endless. */
export const redact = (fields: Record<string, unknown>): Record<string, unknown> =>
  redactFields(Object.entries(fields), 0)
