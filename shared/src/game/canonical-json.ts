import canonicalize from 'canonicalize'

/** The package is CommonJS with an ES-module declaration, so its type has to be found out at run time. */
const serialize: unknown = canonicalize

/** RFC 8785 JSON: the same text for the same value, whatever the order its keys were written in. */
export const canonicalJson = (value: unknown): string => {
  if (typeof serialize !== 'function') throw new TypeError('canonicalize is not a function')
  const text: unknown = serialize(value)
  if (typeof text !== 'string') throw new TypeError('not a JSON value')
  return text
}
