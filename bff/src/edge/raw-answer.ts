import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type BodyCode, refuse } from '@minefall/shared/contracts'

export type RawAnswer = { status: number; code: BodyCode; msg: string; seconds?: number }

/**
 * Answers with the documented envelope on a bare stream and closes it. Errors of the stream are handled.
 */
export const answerRaw = (stream: Duplex, { status, code, msg, seconds }: RawAnswer) => {
  stream.on('error', () => stream.destroy())
  if (!stream.writable) return void stream.destroy()
  const body = JSON.stringify(refuse<unknown>(code, msg, seconds === undefined ? null : { seconds }))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(seconds === undefined ? [] : [`Retry-After: ${seconds}`]),
  ]
  stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy())
}
