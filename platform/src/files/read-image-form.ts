import type { Readable } from 'node:stream'

/** Why a form is none with a picture: another shape than one file in one field, more bytes than it may have, or cut off. */
export type FormFault = 'format' | 'too-large' | 'cut-off'

export type ImageFormOptions = {
  /** The field that the file is in. */
  field: string
  /** The most bytes that may be read. */
  most: number
}

/** The most that a part's own headers may take, in bytes: a file's name is in them. */
const headMost = 4_096
/** The most that may follow the last delimiter, in bytes. */
const lastMost = 16
const headEnd = Buffer.from('\r\n\r\n')

/** The boundary that a `multipart/form-data` content type names (RFC 2046), or null. */
const boundaryOf = (contentType: string): string | null => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/** Whether a part's headers say that it is a file in this field. */
const isFileIn = (head: string, field: string): boolean => {
  const [, disposition = ''] = /^content-disposition:\s*form-data;(.*)$/im.exec(head) ?? []
  const parameter = (name: string) => new RegExp(`(?:^|[\\s;])${name}="([^"]*)"`).exec(disposition)?.[1]
  return parameter('name') === field && parameter('filename') !== undefined
}

/** What is left to read of a form, in order. */
type Stage = 'begin' | 'head' | 'file' | 'end'

/**
 * Reads the one file of a form off the line. Stops at whatever is not that file, be it another field before it or a
 * second part behind it, and leaves the rest unread.
 */
export const readImageForm = async (
  body: Readable,
  contentType: string,
  { field, most }: ImageFormOptions,
): Promise<Buffer | FormFault> => {
  const boundary = boundaryOf(contentType)
  if (boundary === null) return 'format'
  const begin = Buffer.from(`--${boundary}\r\n`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const file: Buffer[] = []
  let stage: Stage = 'begin'
  let rest: Buffer = Buffer.alloc(0)
  let read = 0

  /** Goes as far as what has come allows: a fault, or null to read on. */
  const step = (): FormFault | null => {
    if (stage === 'begin') {
      if (!begin.subarray(0, rest.length).equals(rest.subarray(0, begin.length))) return 'format'
      if (rest.length < begin.length) return null
      rest = rest.subarray(begin.length)
      stage = 'head'
    }
    if (stage === 'head') {
      const end = rest.indexOf(headEnd)
      if (end > headMost || (end < 0 && rest.length > headMost)) return 'format'
      if (end < 0) return null
      if (!isFileIn(rest.toString('utf8', 0, end), field)) return 'format'
      rest = rest.subarray(end + headEnd.length)
      stage = 'file'
    }
    if (stage === 'file') {
      const end = rest.indexOf(delimiter)
      // What may be the beginning of the delimiter waits for its end.
      const sure = end < 0 ? Math.max(0, rest.length - delimiter.length + 1) : end
      file.push(rest.subarray(0, sure))
      rest = rest.subarray(end < 0 ? sure : end + delimiter.length)
      if (end < 0) return null
      stage = 'end'
    }
    // Two dashes and the end of a line behind the last part; anything else begins another one.
    if (rest.length > lastMost) return 'format'
    return rest.length >= 2 && rest.toString('latin1', 0, 2) !== '--' ? 'format' : null
  }

  const isWhole = () => stage === 'end' && rest.length >= 2

  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      read += chunk.length
      if (read > most) return 'too-large'
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const fault = step()
      if (fault) return fault
    }
  } catch {
    return 'cut-off'
  }
  return isWhole() ? Buffer.concat(file) : 'format'
}
