import { seededHex, seededRandom } from '@minefall/shared/testing'
import { posted, register } from '../../harness/accounts.ts'

/** How many sign in at the same time. */
const people = 20
const password = 'giant hazel 7'
const email = (number: number) => `login-${number}@load.example`
const deviceId = (number: number) => seededHex(seededRandom(9_000 + number), 16)
const everyone = Array.from({ length: people }, (_, number) => number)

/** Registers the people and gives each a password. */
export const registerPeople = async (url: string): Promise<void> => {
  for (const number of everyone)
    await register(url, { contact: email(number), deviceId: deviceId(number), password })
}

/** All of them sign in with their passwords at once; resolves when all are signed in. */
export const signInAll = async (url: string): Promise<void> => {
  const signIn = (number: number) =>
    posted(url, 'index/login', { username: email(number), type: 3, password, device_id: deviceId(number) })
  await Promise.all(everyone.map(signIn))
}
