import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })
export type RestAnswer = z.infer<typeof answerSchema>

export type RestOptions = {
  headers?: Record<string, string>
  /** The caller's own address; every 127.x.y.z is this machine. */
  from?: string
}

/** Posts to `/api/<path>` of the server at `url` and resolves with the enveloped answer, whatever its code. */
export const post = (
  url: string,
  path: string,
  body: object,
  { headers = {}, from }: RestOptions = {},
): Promise<RestAnswer> =>
  new Promise((resolve, reject) => {
    const payload = JSON.stringify(body)
    const asked = request(
      new URL(`/api/${path}`, url),
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...headers,
        },
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (response) => {
        text(response).then((told) => resolve(answerSchema.parse(JSON.parse(told))), reject)
      },
    )
    asked.once('error', reject)
    asked.end(payload)
  })

/** Gets `/api/<path>`; resolves with the enveloped answer, whatever its code. */
export const get = async (url: string, path: string, headers: Record<string, string>): Promise<RestAnswer> =>
  answerSchema.parse(await (await fetch(new URL(`/api/${path}`, url), { headers })).json())

/** The headers of a call in a session. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Posts what must succeed; resolves with the answer's data. */
export const posted = async (...asked: Parameters<typeof post>): Promise<unknown> => {
  const { code, msg, data } = await post(...asked)
  if (code !== 200) throw new Error(`${asked[1]} was refused: ${code} ${msg}`)
  return data
}

const inboxSchema = z.array(z.object({ to: z.string(), text: z.string() }))

/** The newest code in the server's inbox, which holds what would have been sent. */
export const codeTo = async (url: string, contact: string): Promise<string> => {
  const response = await fetch(new URL('/dev/inbox', url), { headers: { accept: 'application/json' } })
  const isCode = ({ to, text }: { to: string; text: string }) => to === contact && /^\d{6}/.test(text)
  const message = inboxSchema.parse(await response.json()).find(isCode)
  if (!message) throw new Error(`no code was sent to ${contact}`)
  return message.text.slice(0, 6)
}

/** Asks for a code and reads it. `contact` is an email address or a whole phone number with its plus. */
export const askCode = async (
  url: string,
  contact: string,
  headers: Record<string, string>,
): Promise<string> => {
  const contactType = contact.startsWith('+') ? 'phone' : 'email'
  await posted(url, 'index/sendcode', { contactType, contact }, { headers })
  return codeTo(url, contact)
}

const signedInSchema = z.object({ id: z.string(), token: z.string() })

/** Says for the account of a session that it is of an adult, without which nothing of worth is staked. */
export const sayAdult = (url: string, token: string) =>
  posted(url, 'user/play/adult', { adult: true, residence: 'MY' }, { headers: bearer(token) })

/** Opens a session with a code, of an adult, and registers where the contact is new, by an invitation if there is one. */
export const signInByCode = async (
  url: string,
  { contact, deviceId, ...invited }: { contact: string; deviceId: string; invitationCode?: string },
): Promise<z.infer<typeof signedInSchema>> => {
  const code = await askCode(url, contact, { 'x-device-id': deviceId })
  const type = contact.startsWith('+') ? 2 : 4
  const login = { username: contact, type, device_id: deviceId, code, ...invited }
  const opened = signedInSchema.parse(await posted(url, 'index/login', login))
  await sayAdult(url, opened.token)
  return opened
}

type Owner = { contact: string; token: string }

/** Gives the account of a session a password, with a code to its contact. */
export const setPassword = async (url: string, { contact, token }: Owner, newPassword: string) => {
  const headers = bearer(token)
  const verificationCode = await askCode(url, contact, headers)
  await posted(url, 'user/codepasswordchange', { verificationCode, newPassword }, { headers })
}

type Registered = { contact: string; deviceId: string; password: string }

/** Registers a contact on a device and gives the account a password; resolves with its token. */
export const register = async (url: string, { contact, deviceId, password }: Registered): Promise<string> => {
  const { token } = await signInByCode(url, { contact, deviceId })
  await setPassword(url, { contact, token }, password)
  return token
}

/** The settings with which a server lets so many register and sign in from one address. */
export const manyFromOneAddress = {
  CODES_PER_ADDRESS: '100000',
  MAIL_PER_DAY: '1000000',
  REST_PER_MINUTE: '1000000',
  CALLS_AT_ONCE_PER_ADDRESS: '1000',
  STRANGERS_PER_SECOND: '1000000',
}
