import { z } from 'zod'

/** NATS servers of one cluster, and what they know us by. */
export type NatsServers = { servers: string[]; user?: string; pass?: string; token?: string }

const toServer = (part: string): URL | null => {
  const url = URL.canParse(part) ? new URL(part) : null
  const isServer =
    url !== null &&
    url.protocol === 'nats:' &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search === ''
  return isServer ? url : null
}

/**
 * Reads `nats://user:password@host:4222,nats://other:4222`: all servers know us by the same name, which need be told
 * once; a user without a password is a token. Null when it can't be read.
 */
export const parseNatsUrl = (value: string): NatsServers | null => {
  const urls = value.split(',').map((part) => toServer(part.trim()))
  const known = urls.filter((url) => url !== null)
  const [first] = known
  if (first === undefined || known.length < urls.length) return null
  const { username, password } = known.find((url) => url.username !== '') ?? first
  const servers = known.map(({ host }) => host)
  if (username === '') return { servers }
  try {
    const user = decodeURIComponent(username)
    return password === '' ? { servers, token: user } : { servers, user, pass: decodeURIComponent(password) }
  } catch {
    return null
  }
}

/** The setting that names NATS servers, kept as text. */
export const natsUrl = () =>
  z
    .string()
    .refine(
      (value) => parseNatsUrl(value) !== null,
      'must be addresses that begin with nats://, with commas between them',
    )
