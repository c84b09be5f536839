import { bytesToHex } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import { signedBytes } from '@minefall/shared/record'
import { expect, test } from 'vitest'
import { receiptHolds } from './receipt.ts'

const document = { at: 1_000, matchId: 'a'.repeat(32) as MatchId, ref: 'b'.repeat(32) }

const signed = async () => {
  const { subtle } = crypto
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('publicKey' in pair)) throw new Error('one key alone')
  const hexOf = (bytes: ArrayBuffer) => bytesToHex(new Uint8Array(bytes))
  const bytes = Uint8Array.from(signedBytes('receipt', document))
  return {
    document,
    key: hexOf(await subtle.exportKey('raw', pair.publicKey)),
    signature: hexOf(await subtle.sign('Ed25519', pair.privateKey, bytes)),
  }
}
const publishes =
  (held: string, keys: unknown[] = []) =>
  async () => ({ held: [held], keys })

test('a receipt holds with the key of today or an earlier one', async () => {
  const receipt = await signed()
  const { key } = receipt
  expect(await receiptHolds(receipt, publishes(key))).toBe(true)
  const earlier = [{ at: 1, key, position: 1, shard: 0 }]
  expect(await receiptHolds(receipt, publishes('00'.repeat(32), earlier))).toBe(true)
})

test('it does not with a key that is not published, or for another seat or time', async () => {
  const receipt = await signed()
  expect(await receiptHolds(receipt, publishes('00'.repeat(32)))).toBe(false)
  for (const other of [{ ref: 'c'.repeat(32) }, { at: 999 }])
    expect(
      await receiptHolds({ ...receipt, document: { ...document, ...other } }, publishes(receipt.key)),
    ).toBe(false)
})

test('nothing is known where the site gives no keys', async () => {
  await expect(receiptHolds(await signed(), async () => ({ code: 404 }))).rejects.toThrow()
})
