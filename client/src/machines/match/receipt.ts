import {
  canVerify,
  type ReadSite,
  type Receipt,
  readPublishedKeys,
  type Signed,
  verifySigned,
} from '@minefall/shared/record'

/** What the answer to our reveal claims to be: signed by the platform. */
export type ClaimedReceipt = Signed<Receipt>

/**
 * Whether the receipt is signed, and with a key that the site publishes. Rejects where that can't be known: the browser
 * checks no signatures, or the site gives no keys.
 */
export const receiptHolds = async (receipt: ClaimedReceipt, read: ReadSite): Promise<boolean> => {
  if (!canVerify()) throw new Error('this browser checks no signatures')
  if (!(await verifySigned('receipt', receipt))) return false
  return (await readPublishedKeys(read)).has(receipt.key)
}
