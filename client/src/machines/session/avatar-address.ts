/** Parameters of signed or expiring addresses: another one would break the signature. */
const signingFamilies = /^(x-amz-|x-goog-|x-oss-|x-cos-|q-)/i
const signingNames = new Set([
  'accesskeyid',
  'access_token',
  'auth_key',
  'awsaccesskeyid',
  'exp',
  'expire',
  'expires',
  'googleaccessid',
  'hmac',
  'key-pair-id',
  'ossaccesskeyid',
  'policy',
  'se',
  'security-token',
  'sig',
  'sign',
  'signature',
  'token',
])

const isSigned = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].some(
    (name) => signingFamilies.test(name) || signingNames.has(name.toLowerCase()),
  )

/** Absolute or beginning with a slash; names of drawn avatars, `data:` and `blob:` are none. */
const address = /^(?:https?:\/)?\//i

/**
 * An avatar's address with a query that changes with `version`, so caches fetch again. Signed or expiring addresses,
 * and whatever is no address, stay as they are.
 */
export const freshAvatar = (avatar: string, version: number): string => {
  if (!address.test(avatar)) return avatar
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(avatar) ?? []
  if (isSigned(query)) return avatar
  return `${path}?${query === '' ? '' : `${query}&`}_=${version}${fragment}`
}
