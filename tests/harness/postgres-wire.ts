/**
 * As much of PostgreSQL's protocol as it takes to tell statements apart on their way.
 * https://www.postgresql.org/docs/15/protocol-message-formats.html
 */

/** One message, whole as it came. `type` is empty for the startup message, which has none. */
type Message = { type: string; body: Buffer; whole: Buffer }

/** Cuts a stream into messages; what is not complete yet waits for more. */
const messages = (startsUntyped: boolean) => {
  let rest = Buffer.alloc(0)
  let untyped = startsUntyped
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk])
    const found: Message[] = []
    for (;;) {
      const header = untyped ? 0 : 1
      if (rest.length < header + 4) return found
      const length = header + rest.readInt32BE(header)
      if (rest.length < length) return found
      const whole = rest.subarray(0, length)
      found.push({ type: whole.toString('latin1', 0, header), body: whole.subarray(header + 4), whole })
      rest = rest.subarray(length)
      untyped = false
    }
  }
}

/** The text up to the next zero byte. */
const textAt = (body: Buffer, from: number) => {
  const end = body.indexOf(0, from)
  return { text: body.toString('utf8', from, end), next: end + 1 }
}

/** What the program sends as one and waits for the answer of: SQL, and the values bound to it as raw text. */
export type Asked = { sql: string; values: string; bytes: Buffer }

/** Reads what a client sends. Prepared statements are known again by their names. */
export const readAsked = () => {
  const cut = messages(true)
  const prepared = new Map<string, string>()
  let parts: Buffer[] = []
  let sql: string[] = []
  let values: string[] = []
  return (chunk: Buffer): Asked[] =>
    cut(chunk).flatMap(({ type, body, whole }) => {
      parts.push(Buffer.from(whole))
      if (type === 'Q') sql.push(textAt(body, 0).text)
      if (type === 'P') {
        const name = textAt(body, 0)
        prepared.set(name.text, textAt(body, name.next).text)
      }
      if (type === 'B') {
        const statement = textAt(body, textAt(body, 0).next)
        sql.push(prepared.get(statement.text) ?? '')
        values.push(body.toString('utf8', statement.next))
      }
      // A simple query and a Sync are answered with ReadyForQuery, and so is a startup.
      if (!['', 'Q', 'S', 'X'].includes(type)) return []
      const asked = { sql: sql.join(';\n'), values: values.join('\n'), bytes: Buffer.concat(parts) }
      parts = []
      sql = []
      values = []
      return [asked]
    })
}

/** Reads what the server sends, in pieces that end where it is ready for the next statement. */
export const readAnswers = () => {
  const cut = messages(false)
  let parts: Buffer[] = []
  return (chunk: Buffer): { complete: boolean; bytes: Buffer }[] => {
    const answers = cut(chunk).flatMap(({ type, whole }) => {
      parts.push(Buffer.from(whole))
      if (type !== 'Z') return []
      const bytes = Buffer.concat(parts)
      parts = []
      return [{ complete: true, bytes }]
    })
    // Notices, and a FATAL before the connection ends, come without being asked for; so does the login's dialogue.
    if (parts.length === 0) return answers
    const bytes = Buffer.concat(parts)
    parts = []
    return [...answers, { complete: false, bytes }]
  }
}
