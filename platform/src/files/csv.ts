import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file for its owner to keep, as fast as it is taken; `parts` are made one after another. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(parts))

/** Records end like this, the last one too (RFC 4180). */
const lineEnd = '\r\n'

const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * A text as a cell. Programs that open CSV take what begins with = + - @, in full width too, or a tab for a formula: such a text gets an
 * apostrophe in front, which they show as text; a plain number stays one.
 */
const cell = (text: string): string => {
  const inert = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Programs take a file that begins like this for UTF-8. */
const byteOrderMark = '\ufeff'

/** A record of a CSV file, with the end of its line. */
export const csvRecord = (texts: readonly string[]): string => texts.map(cell).join(',') + lineEnd

/** How a CSV file begins: what its columns are called. */
export const csvHeader = (columns: readonly string[]): string => byteOrderMark + csvRecord(columns)
