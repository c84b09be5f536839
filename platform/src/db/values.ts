import pg from 'pg'

/** As numbers, since the driver's type of them knows no arrays. */
const bytea: number = 17
const int8: number = 20
const byteaArray: number = 1001
const textArray: number = 1009
const int8Array: number = 1016

/** Hex is the only form servers of our time send. */
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray, 'text')

const array =
  <T>(element: (text: string) => T) =>
  (text: string): (T | null)[] =>
    texts(text).map((entry) => (entry === null ? null : element(entry)))

const parsers = new Map<number, (text: string) => unknown>([
  [int8, BigInt],
  [bytea, bytes],
  [int8Array, array(BigInt)],
  [byteaArray, array(bytes)],
])

/** How values come out of both engines, where the driver's own way would lose digits or leak a Buffer. */
export const valueTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(id)) ?? pg.types.getTypeParser(id, format),
}
