/** Parameters of signed and of expiring addresses: one more beside them would make the signature wrong. */
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
 * The address of an avatar with a query that makes caches ask again whenever `version` is another. Signed or expiring
 * addresses stay as they are, and so does whatever is no address.
 */
export const freshAvatar = (avatar: string, version: number): string => {
  if (!address.test(avatar)) return avatar
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(avatar) ?? []
  if (isSigned(query)) return avatar
  return `${path}?${query === '' ? '' : `${query}&`}_=${version}${fragment}`
}
