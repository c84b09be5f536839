import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type Signer, signedBytes } from '../record/signing.ts'

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs with the Ed25519 key whose private key is these 32 bytes. */
export const signerOf = (secret: Uint8Array): Signer => {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = Buffer.from(x ?? '', 'base64url').toString('hex')
  return {
    key,
    sign: (kind, document) => ({
      document,
      key,
      signature: sign(null, signedBytes(kind, document), privateKey).toString('hex'),
    }),
  }
}
