import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { addTestStaff, type TestStaff } from '@minefall/platform/testing-staff'
import {
  type DeskOrderDetail,
  deskOrderDetailSchema,
  deskOrdersPageSchema,
  deskSignedInSchema,
  type StaffRole,
} from '@minefall/shared/contracts'
import { silentLogger } from '@minefall/shared/node'
import { Secret, TOTP } from 'otpauth'
import { bearer, get, post, posted, type RestAnswer } from './accounts.ts'
import type { Server } from './server.ts'

export type { TestStaff } from '@minefall/platform/testing-staff'

/**
 * Adds somebody with each of these roles to a running server. An embedded database belongs to one process at a time, so
 * the server is stopped and started again around it; with `databaseUrl` it goes on meanwhile.
 */
export const hireStaff = async (
  server: Server,
  roles: readonly StaffRole[],
  { databaseUrl }: { databaseUrl?: string } = {},
): Promise<TestStaff[]> => {
  const place =
    databaseUrl === undefined ? { folder: join(server.dataDir, 'database') } : { url: databaseUrl }
  const isEmbedded = databaseUrl === undefined
  if (isEmbedded) await server.stop()
  const db = await openDatabase({ ...place, log: silentLogger() })
  const staff = await addTestStaff(db, server.dataDir, roles)
  await db.close()
  if (isEmbedded) await server.start()
  return staff
}

/** The code of somebody's second factor right now. Each is good once, and a code for every half a minute. */
export const codeOf = ({ secret }: TestStaff): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** A member of staff at work, over HTTP through the BFF. What is refused throws, but for `call`. */
export type DeskClient = {
  token: string
  /** `path` is what comes after `/api/desk/`; with a body it is a POST. Resolves whatever the answer is. */
  call(path: string, body?: object): Promise<RestAnswer>
  /** Ids of the orders on the first page of what waits, the oldest first. */
  waiting(): Promise<string[]>
  order(id: string): Promise<DeskOrderDetail>
  take(id: string): Promise<DeskOrderDetail>
  approve(id: string, reference: string): Promise<DeskOrderDetail>
  reject(id: string, reason: string): Promise<DeskOrderDetail>
}

/** Signs a member of staff in, optionally on a device. Works once in 30 seconds for each of them: keep the client. */
export const openDesk = async (
  url: string,
  staff: TestStaff,
  { deviceId }: { deviceId?: string } = {},
): Promise<DeskClient> => {
  const login = { email: staff.email, password: staff.password, code: codeOf(staff) }
  const device: Record<string, string> = deviceId === undefined ? {} : { 'x-device-id': deviceId }
  const { token } = deskSignedInSchema.parse(await posted(url, 'desk/login', login, { headers: device }))
  const headers = bearer(token)
  const call: DeskClient['call'] = (path, body) =>
    body === undefined ? get(url, `desk/${path}`, headers) : post(url, `desk/${path}`, body, { headers })
  const told = async (...asked: Parameters<typeof call>): Promise<unknown> => {
    const { code, msg, data } = await call(...asked)
    if (code !== 200) throw new Error(`desk/${asked[0]} was refused: ${code} ${msg}`)
    return data
  }
  const decide = async (id: string, what: string, body: object) =>
    deskOrderDetailSchema.parse(await told(`orders/${id}/${what}`, body))
  return {
    token,
    call,
    waiting: async () => deskOrdersPageSchema.parse(await told('orders?limit=100')).items.map(({ id }) => id),
    order: async (id) => deskOrderDetailSchema.parse(await told(`orders/${id}`)),
    take: (id) => decide(id, 'take', {}),
    approve: (id, reference) => decide(id, 'approve', { reference }),
    reject: (id, reason) => decide(id, 'reject', { reason }),
  }
}
