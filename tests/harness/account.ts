import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const answerSchema = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })
const inboxSchema = z.array(z.object({ to: z.string(), text: z.string() }))
const signedInSchema = z.object({ id: z.string(), token: z.string() })

export type SignedIn = z.infer<typeof signedInSchema> & { deviceId: string }

/** Calls REST as a page does: POST with a body, GET without. */
export const callRest = async (
  url: string,
  path: string,
  { body, token, deviceId }: { body?: object; token?: string; deviceId?: string } = {},
) => {
  const response = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(deviceId === undefined ? {} : { 'x-device-id': deviceId }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return answerSchema.parse(await response.json())
}

/** Asks for a code and reads it in the developer's inbox. */
export const askCode = async (
  url: string,
  contact: string,
  from: { token?: string; deviceId?: string },
): Promise<string> => {
  const { code, msg } = await callRest(url, 'index/sendcode', {
    body: { contactType: 'email', contact },
    ...from,
  })
  if (code !== 200) throw new Error(`sendcode: ${code} ${msg}`)
  const response = await fetch(`${url}/dev/inbox`, { headers: { accept: 'application/json' } })
  const mail = inboxSchema.parse(await response.json()).find(({ to }) => to === contact)
  return mail?.text.slice(0, 6) ?? ''
}

/** Opens a session of this e-mail address with a code, registering where the address is new. */
export const signInByCode = async (
  url: string,
  contact: string,
  deviceId = randomBytes(16).toString('hex'),
): Promise<SignedIn> => {
  const code = await askCode(url, contact, { deviceId })
  const answer = await callRest(url, 'index/login', {
    body: { username: contact, device_id: deviceId, type: 4, code },
  })
  if (answer.code !== 200) throw new Error(`login: ${answer.code} ${answer.msg}`)
  return { ...signedInSchema.parse(answer.data), deviceId }
}
