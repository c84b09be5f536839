import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { startupError } from '@minefall/shared/node'

/** A 32-byte key and the id stored with whatever it sealed. */
export type SealKey = { keyId: string; key: Uint8Array }

export type SealKeys = {
  /** Seals from now on. */
  current: SealKey
  /** All of them, by their ids: what was sealed before a rotation must still open. */
  all: ReadonlyMap<string, Uint8Array>
}

/** A sealed value as stored. */
export type Sealed = { keyId: string; sealed: Uint8Array }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM, bound to what it is about and to the key's id: nonce ‖ tag ‖ ciphertext. */
export const seal = (
  { keyId, key }: SealKey,
  about: string,
  plain: Uint8Array,
  randomBytes: (count: number) => Uint8Array,
): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  cipher.setAAD(Buffer.from(`${keyId}/${about}`))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens with the key that it names. Throws when it is not there, is another one, or the bytes were changed. */
export const unseal = (keys: SealKeys['all'], about: string, { keyId, sealed }: Sealed): Buffer => {
  const key = keys.get(keyId)
  if (!key) throw new Error(`the secret of ${about} is sealed with key ${keyId}, which is not here`)
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(`${keyId}/${about}`))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** The header by which a BFF authenticates. */
export const edgeKeyHeader = 'x-minefall-edge'

/** Set to 1 by a BFF for calls made on its own machine. */
export const thisMachineHeader = 'x-minefall-this-machine'

/** Whether the BFF says this call was made on its machine. Only BFFs' calls reach a route. */
export const isThisMachine = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers[thisMachineHeader] === '1'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a header equals one of these texts. Digests are compared, so timing reveals neither content nor length. */
const oneOf = (texts: readonly string[]) => {
  const expected = texts.map(digest)
  return (given: string | string[] | undefined): boolean => {
    if (typeof given !== 'string') return false
    const shown = digest(given)
    return expected.map((one) => timingSafeEqual(one, shown)).includes(true)
  }
}

/** Who calls, as its headers show: a BFF by any of the keys, a scraper of metrics by its token. */
export type Callers = {
  isEdge(headers: IncomingHttpHeaders): boolean
  isScraper(headers: IncomingHttpHeaders): boolean
}

export const knownCallers = (edgeKeys: readonly string[], metricsToken?: string): Callers => {
  const isEdgeKey = oneOf(edgeKeys)
  const isToken = oneOf(metricsToken === undefined ? [] : [`Bearer ${metricsToken}`])
  return {
    isEdge: (headers) => isEdgeKey(headers[edgeKeyHeader]),
    isScraper: (headers) => isToken(headers.authorization),
  }
}

const keyBytes = 32
const hexKey = /^[0-9a-f]{64}$/
const namedKey = /^([0-9A-Za-z_-]{1,32}):([0-9a-f]{64})$/

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Reads a key file, making it with `fresh()` where there is none. It is written beside its place and linked into
 * it, so two processes that start together end up with the same key and a crash leaves no half of one.
 */
const readOrMake = async (folder: string, name: string, fresh: () => string): Promise<string> => {
  const path = join(folder, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
    const draft = `${path}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, fresh(), { mode: 0o600, flag: 'wx' })
    try {
      await chmod(draft, 0o600)
      await link(draft, path)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    } finally {
      await unlink(draft)
    }
    return await readFile(path, 'utf8')
  } catch (error) {
    throw startupError(
      `The key file ${path} can't be read or made; DATA_DIR must name a folder that this user may write.`,
      error,
    )
  }
}

/** The lines of a text that have anything in them. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The BFFs' keys: one is sent, all are accepted. */
export type EdgeKeys = { shown: string; accepted: readonly string[] }

/**
 * The keys in `<dataDir>/keys/edge`: 64 hex digits a line, the last one being shown. To rotate, put a line before the
 * last; once every platform knows it, move it to the end; once every BFF shows it, take the old one away.
 */
export const readEdgeKeys = async (dataDir: string): Promise<EdgeKeys> => {
  const folder = join(dataDir, 'keys')
  const accepted = linesOf(
    await readOrMake(folder, 'edge', () => `${randomBytes(keyBytes).toString('hex')}\n`),
  )
  const shown = accepted.at(-1)
  if (shown === undefined || !accepted.every((key) => hexKey.test(key)))
    throw startupError(
      `The key file ${join(folder, 'edge')} must hold lines of 64 lower-case hex digits, and holds something else.`,
    )
  return { shown, accepted }
}

/** Keys by their ids: the current one signs or seals from now on, all of them verify or open. */
export type KeyRing = SealKeys

/**
 * The keys in `<dataDir>/keys/<name>`: one `<id>:<64 hex digits>` a line, the last one being the current. To rotate,
 * add a line; take an old one away when nothing that was made with it is needed any more. Where several nodes run, the
 * new line comes before the last one until each of them knows it, and then at the end.
 */
export const readKeyRing = async (dataDir: string, name: string): Promise<KeyRing> => {
  const folder = join(dataDir, 'keys')
  const lines = linesOf(await readOrMake(folder, name, () => `1:${randomBytes(keyBytes).toString('hex')}\n`))
  const all = new Map<string, Uint8Array>()
  let current: SealKey | null = null
  for (const line of lines) {
    const [, keyId, key] = namedKey.exec(line) ?? []
    if (!keyId || !key || all.has(keyId)) {
      current = null
      break
    }
    current = { keyId, key: Uint8Array.from(Buffer.from(key, 'hex')) }
    all.set(keyId, current.key)
  }
  if (!current)
    throw startupError(
      `The key file ${join(folder, name)} must hold lines of an id, a colon and 64 lower-case hex digits, each id once.`,
    )
  return { current, all }
}

/** The keys that seal match secrets in the database, from `<dataDir>/keys/seal`. */
export const readSealKeys = (dataDir: string): Promise<SealKeys> => readKeyRing(dataDir, 'seal')
