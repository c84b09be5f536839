import type { DeskToServer, ServerToDesk, Staff } from '@minefall/shared/contracts/desk'
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
