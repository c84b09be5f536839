/** The first or last characters by which people tell an address from another. */
const shown = 6

/** A long account, address or card in three parts, so that its ends can be told from its middle; a short one is all ends. */
export const endsOf = (text: string): { first: string; middle: string; last: string } =>
  text.length <= 3 * shown
    ? { first: text, middle: '', last: '' }
    : { first: text.slice(0, shown), middle: text.slice(shown, -shown), last: text.slice(-shown) }
