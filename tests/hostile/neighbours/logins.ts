import { seededHex, seededRandom } from '@minefall/shared/testing'
import { z } from 'zod'

/** How many sign in at the same time. */
const people = 20
const password = 'giant hazel 7'
const email = (number: number) => `login-${number}@load.example`
const deviceId = (number: number) => seededHex(seededRandom(9_000 + number), 16)
const everybody = Array.from({ length: people }, (_, number) => number)

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })
const inboxSchema = z.array(z.object({ to: z.string(), text: z.string() }))

const post = async (url: string, path: string, body: object, headers = {}): Promise<unknown> => {
  const response = await fetch(new URL(`/api/${path}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = answerSchema.parse(await response.json())
  if (code !== 200) throw new Error(`${path} was refused: ${code} ${msg}`)
  return data
}

/** The newest code in the server's inbox, which holds what would have been sent. */
const codeTo = async (url: string, contact: string): Promise<string> => {
  const response = await fetch(new URL('/dev/inbox', url), { headers: { accept: 'application/json' } })
  const message = inboxSchema.parse(await response.json()).find(({ to }) => to === contact)
  if (!message) throw new Error(`no code was sent to ${contact}`)
  return message.text.slice(0, 6)
}

/** The settings with which a server lets so many people register and sign in from one address. */
export const manyFromOneAddress = { CODES_PER_ADDRESS: '1000', REST_PER_MINUTE: '1000000' }

/** Registers the people and gives each a password. */
export const registerPeople = async (url: string): Promise<void> => {
  for (const number of everybody) {
    const contact = email(number)
    const device = { 'x-device-id': deviceId(number) }
    const ask = { contactType: 'email', contact }
    await post(url, 'index/sendcode', ask, device)
    const login = {
      username: contact,
      type: 4,
      device_id: deviceId(number),
      code: await codeTo(url, contact),
    }
    const { token } = z.object({ token: z.string() }).parse(await post(url, 'index/login', login))
    const bearer = { authorization: `Bearer ${token}` }
    await post(url, 'index/sendcode', ask, bearer)
    const verificationCode = await codeTo(url, contact)
    await post(url, 'user/codepasswordchange', { verificationCode, newPassword: password }, bearer)
  }
}

/** All of them sign in with their passwords at once; resolves when all are signed in. */
export const signInAll = async (url: string): Promise<void> => {
  const signIn = (number: number) =>
    post(url, 'index/login', { username: email(number), type: 3, password, device_id: deviceId(number) })
  await Promise.all(everybody.map(signIn))
}
