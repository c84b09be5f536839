import { addTestStaff, type TestStaff } from '@minefall/platform/testing-staff'
import { type AnswerOf, addressOf, type Call, type CallInput } from '@minefall/shared/contracts'
import { type DeskOrderDetail, deskCalls, type StaffRole } from '@minefall/shared/contracts/desk'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { bearer, get, post, posted, type RestAnswer } from './accounts.ts'
import { type Prepare, type Server, type Settings, startServer } from './server.ts'

export type { TestStaff } from '@minefall/platform/testing-staff'

/** Adds a member of staff with each of these roles to a running server. */
export const hireStaff = (server: Server, roles: readonly StaffRole[]): Promise<TestStaff[]> =>
  server.change((db) => addTestStaff(db, server.dataDir, roles))

/** Starts a server that has a member of staff for each of these roles. */
export const startStaffed = async (
  settings: Settings,
  roles: readonly StaffRole[],
  prepare?: Prepare,
): Promise<{ server: Server; staff: TestStaff[] }> => {
  let staff: TestStaff[] = []
  const server = await startServer(settings, prepare, async (db, dataDir) => {
    staff = await addTestStaff(db, dataDir, roles)
  })
  return { server, staff }
}

/** The code of someone's second factor right now. Each is good once, and a code for every half a minute. */
export const codeOf = ({ secret }: TestStaff): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** A call of the contract that is asked and answered in JSON, and what it is given. */
type JsonCall = Call & { answer: z.core.$ZodType; form?: never }
type Given<C extends Call> = CallInput<C> & { params?: object; query?: object; body?: object }

/** A member of staff at work, over HTTP through the BFF. What is refused throws, but for `call`. */
export type DeskClient = {
  token: string
  /** Resolves whatever the answer is. */
  call<const C extends JsonCall>(call: C, given: Given<C>): Promise<RestAnswer>
  /** Resolves to the data of the answer. */
  ask<const C extends JsonCall>(call: C, given: Given<C>): Promise<AnswerOf<C>>
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
  const { token } = deskCalls.signIn.answer.parse(await posted(url, 'desk/login', login, { headers: device }))
  const headers = bearer(token)
  const call: DeskClient['call'] = (asked, given) => {
    const path = addressOf(asked, given).replace('/api/', '')
    return asked.method === 'GET' ? get(url, path, headers) : post(url, path, given.body ?? {}, { headers })
  }
  const ask: DeskClient['ask'] = async (asked, given) => {
    const { code, msg, data } = await call(asked, given)
    if (code !== 200) throw new Error(`${asked.path} was refused: ${code} ${msg}`)
    return z.parse(asked.answer, data) as AnswerOf<typeof asked>
  }
  return {
    token,
    call,
    ask,
    waiting: async () => (await ask(deskCalls.orders, { query: { limit: 100 } })).items.map(({ id }) => id),
    order: (id) => ask(deskCalls.order, { params: { id } }),
    take: (id) => ask(deskCalls.takeOrder, { params: { id } }),
    approve: (id, reference) => ask(deskCalls.approveOrder, { params: { id }, body: { reference } }),
    reject: (id, reason) => ask(deskCalls.rejectOrder, { params: { id }, body: { reason } }),
  }
}
