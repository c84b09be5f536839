import pg from 'pg'

const oid = { bytea: 17, int8: 20, byteaArray: 1001, textArray: 1009, int8Array: 1016 } as const

/** Hex is the only form servers of our time send. */
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'))

const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(oid.textArray, 'text')

const array =
  <T>(element: (text: string) => T) =>
  (text: string): (T | null)[] =>
    texts(text).map((entry) => (entry === null ? null : element(entry)))

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, BigInt],
  [oid.bytea, bytes],
  [oid.int8Array, array(BigInt)],
  [oid.byteaArray, array(bytes)],
])

/** How values come out of both engines, where the driver's own way would lose digits or leak a Buffer. */
export const valueTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(id)) ?? pg.types.getTypeParser(id, format),
}
