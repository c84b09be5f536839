import {
  type DeskToServer,
  hasRight,
  type Right,
  type ServerToDesk,
  type Staff,
  type StaffRole,
  staffRoleSchema,
} from '@minefall/shared/contracts/desk'
import type { Server, Socket } from 'socket.io'
import type { TokenBucket } from '../edge/token-bucket.ts'
import type { Arrival } from '../live/arrivals.ts'
import type { Sender } from '../live/dispatch.ts'
import type { Outbox } from '../live/outbox.ts'

export type DeskServer = Server<DeskToServer, ServerToDesk>
export type DeskSocket = Socket<DeskToServer, ServerToDesk>

/** A welcomed desk socket. */
export type DeskConnection = Sender & {
  socket: DeskSocket
  arrival: Arrival
  token: string
  staff: Staff
  /** When the platform last confirmed the token, in milliseconds. */
  confirmedAt: number
  messages: TokenBucket
  /** Limits on typing and presence messages. */
  typings: TokenBucket
  presences: TokenBucket
  outbox: Outbox
}

/** Each desk is in the room of its role. */
export const roomOf = (role: StaffRole): string => `role.${role}`

/** The rooms of every role with this right. Never empty: no room would mean everyone. */
export const roomsWith = (right: Exclude<Right, 'anyone'>): string[] => {
  const rooms = staffRoleSchema.options.filter((role) => hasRight(role, right)).map(roomOf)
  if (rooms.length === 0) throw new Error(`no one has the right ${right}`)
  return rooms
}
