import canonicalize from 'canonicalize'
import * as z from 'zod/mini'
import { hexToBytes, tag, utf8ToBytes } from '../fairness/index.ts'
import { hex } from '../rules/index.ts'

/** What the platform signs; each with another tag, so that none can be shown as another. */
export type SignedKind = 'heads' | 'record' | 'receipt' | 'key'

/** The canonical JSON (RFC 8785) of what JSON can say. Throws for anything else. */
export const canonical = (value: unknown): string => {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('JSON can not say this')
  return text
}

/** The bytes under a signature: `tag("mf1/<kind>") ‖ canonical JSON of the document`. */
export const signedBytes = (kind: SignedKind, document: unknown): Uint8Array => {
  const [head, body] = [tag(`mf1/${kind}`), utf8ToBytes(canonical(document))]
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/** A document with the Ed25519 signature of the key, hex, over its `signedBytes`. */
export type Signed<T> = { document: T; key: string; signature: string }

export const signedSchema = <T extends z.core.$ZodType>(document: T) =>
  z.strictObject({ document, key: hex(32), signature: hex(64) })

/** Signs documents; `key` is its public key, hex. */
export type Signer = {
  readonly key: string
  sign<T>(kind: SignedKind, document: T): Signed<T>
}

/** The platform's keys: the current one signs from now on, all of them have signed. */
export type Signers = { current: Signer; all: ReadonlyMap<string, Signer> }

/** Whether this program can check signatures: browsers only where the page came over HTTPS or from this machine. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined

/** Whether the signature is that key's over the document. Rejects where `canVerify` is false. */
export const verifySigned = async (kind: SignedKind, signed: Signed<unknown>): Promise<boolean> => {
  const { subtle } = globalThis.crypto
  const bytesOf = (text: string) => Uint8Array.from(hexToBytes(text))
  try {
    const key = await subtle.importKey('raw', bytesOf(signed.key), 'Ed25519', false, ['verify'])
    const bytes = Uint8Array.from(signedBytes(kind, signed.document))
    return await subtle.verify('Ed25519', key, bytesOf(signed.signature), bytes)
  } catch (error) {
    // Bytes that are no key are no one's signature; a browser without Ed25519 says so.
    if (error instanceof Error && error.name === 'NotSupportedError') throw error
    return false
  }
}
