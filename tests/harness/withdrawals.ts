import { randomBytes } from 'node:crypto'
import type { Sql } from '@minefall/platform'
import { fund } from '@minefall/platform/testing-fund'
import { askCode, bearer, posted, signInByCode } from './accounts.ts'
import type { Server } from './server.ts'

export const paymentPassword = 'payment hazel 9'

/** Someone with coins who may ask for a withdrawal's code at once. */
export type Owner = { contact: string; id: string; token: string }

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const register = async (url: string): Promise<Owner> => {
  const contact = `${hex(6)}@home.example`
  const { id, token } = await signInByCode(url, { contact, deviceId: hex(16) })
  const headers = bearer(token)
  const verificationCode = await askCode(url, contact, headers)
  const first = { currentPassword: '', newPassword: paymentPassword, verificationCode }
  await posted(url, 'user/paypasswordchange', first, { headers })
  return { contact, id, token }
}

/**
 * Registers people with a payment password and coins. What was counted of the codes so far is forgotten then, since there
 * is one a minute. `also` changes what else the database is to hold.
 */
export const prepareWithdrawals = async (
  server: Server,
  {
    people,
    coins,
    also,
  }: { people: number; coins: bigint; also?: (db: Sql, owners: Owner[]) => Promise<void> },
): Promise<Owner[]> => {
  const owners = await Promise.all(Array.from({ length: people }, () => register(server.url)))
  await server.change(async (db) => {
    for (const { id } of owners) await fund(db, id, 'coin', coins)
    await also?.(db, owners)
    await db.query('delete from counted')
  })
  return owners
}

/** Registers one of them. */
export const newOwner = async (
  server: Server,
  coins: bigint,
  also: (db: Sql, owner: Owner) => Promise<void> = async () => {},
): Promise<Owner> => {
  const [owner] = await prepareWithdrawals(server, {
    people: 1,
    coins,
    also: async (db, owners) => {
      for (const one of owners) await also(db, one)
    },
  })
  if (!owner) throw new Error('no one was registered')
  return owner
}
