import { signerOf } from '@minefall/shared/node'
import type { Signers } from '@minefall/shared/record'
import { type KeyRing, readKeyRing } from '../http/index.ts'

/** The Ed25519 keys whose private keys are the 32 bytes of each line of a key ring. */
export const signersOf = ({ current, all }: KeyRing): Signers => {
  const signers = [...all.values()].map(signerOf)
  return {
    current: signerOf(current.key),
    all: new Map(signers.map((signer) => [signer.key, signer])),
  }
}

/** The keys that sign what the platform says about fairness, from `<dataDir>/keys/fairness`. */
export const readSigners = async (dataDir: string): Promise<Signers> =>
  signersOf(await readKeyRing(dataDir, 'fairness'))
