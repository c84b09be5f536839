import { ok, refuse } from '@minefall/shared/contracts'
import {
  type DeskClientMessageName,
  type DeskServerMessage,
  type DeskServerMessageName,
  deskLivePath,
  type Staff,
  type StaffRole,
} from '@minefall/shared/contracts/desk'
import { io } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { BffSettings } from '../config.ts'
import { type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { type Inbox, inboxOf } from '../testing/inbox.ts'

type Messages = { [N in DeskServerMessageName]: DeskServerMessage<N> }
export type Desk = Inbox<Messages, DeskClientMessageName>

const staffOf = (role: StaffRole, nth: number): Staff => ({
  id: `00000000-0000-4000-8000-00000000000${nth}`,
  email: `${role}@house.example`,
  name: `Some ${role}`,
  role,
})

/** For tests alone: who is on, by token. */
export const staff = {
  support: staffOf('support', 1),
  finance: staffOf('finance', 2),
  admin: staffOf('admin', 3),
} satisfies Record<StaffRole, Staff>

export type DeskUnderTest = EdgeUnderTest & {
  /**
   * A desk that opens with this token; the names of the roles are the tokens there are. At the BFF itself, unless it is
   * to come by another address.
   */
  desk(token: unknown, way?: { headers?: Record<string, string>; address?: string }): Desk
  /** A welcomed one. */
  opened(role: StaffRole): Promise<Desk>
  /** Tokens that are worth nothing any more. */
  ended: Set<string>
}

/** For tests alone: a BFF before a platform that knows one member of staff of each role. */
export const deskUnderTest = async (
  env: Partial<Record<keyof BffSettings, string>> = {},
): Promise<DeskUnderTest> => {
  const edge = await edgeUnderTest(env)
  const ended = new Set<string>()
  const byToken = new Map<string, Staff>(Object.entries(staff))
  edge.platform.script['staff.identify'] = async ({ token }) => {
    const known = ended.has(token) ? undefined : byToken.get(token)
    return known ? ok(known) : refuse(1501, 'this token is not valid')
  }
  const desks: Desk[] = []
  onTestFinished(() => {
    for (const { loose } of desks) loose.disconnect()
  })
  const desk: DeskUnderTest['desk'] = (token, { headers, address = edge.bff.address } = {}) => {
    const opened = inboxOf<Messages, DeskClientMessageName>(
      io(address, {
        path: deskLivePath,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { token },
        ...(headers ? { extraHeaders: headers } : {}),
      }),
    )
    desks.push(opened)
    return opened
  }
  return {
    ...edge,
    ended,
    desk,
    async opened(role) {
      const one = desk(role)
      await one.first('welcome')
      return one
    },
  }
}

/** Lets an acknowledged message of a desk pass behind everything that was sent to it before. */
export const settled = (desk: Desk) => desk.ask('presence', {})
