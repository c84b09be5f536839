/** Fields that have a place of their own in a readable line. */
const placed = new Set(['time', 'level', 'msg', 'err', 'error'])

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (line: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const stackOf = (value: unknown): string => {
  if (!isFields(value)) return ''
  const cause = stackOf(value.cause)
  return `\n  ${show(value.stack ?? value.message).replaceAll('\n', '\n  ')}${cause && `\n  because of${cause}`}`
}

/** One JSON log line as people read it: `12:03:04.567 info  message  field=value`, then the error's stack. */
export const readableLine = (line: string): string => {
  const fields = parse(line)
  if (!fields) return line
  const time = typeof fields.time === 'string' ? fields.time.slice(11, 23) : ''
  const rest = Object.entries(fields)
    .filter(([name]) => !placed.has(name))
    .map(([name, value]) => `  ${name}=${show(value)}`)
    .join('')
  return `${time} ${show(fields.level).padEnd(5)} ${show(fields.msg ?? '')}${rest}${stackOf(fields.err ?? fields.error)}\n`
}
