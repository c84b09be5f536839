import type { CloseCode } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import type { Socket } from 'socket.io'
import { type Arrival, goodbyeMs } from './arrivals.ts'
import type { SocketMetrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'

/** A socket as far as it is told why it ends. */
export type Leaving = Pick<Socket, 'disconnect'> & {
  emit(name: 'close', payload: { code: CloseCode; msg: string }): unknown
}

export type FarewellsOptions<C> = {
  clock: Clock
  metrics: Pick<SocketMetrics, 'closes'>
  /** Called once for each connection that is ended. */
  ended?: (connection: C, code: CloseCode) => void
}

/** How connections of any kind are ended from here: each once, told why, and counted. */
export const farewells = <C extends { socket: Leaving; arrival: Arrival; outbox: Outbox; closing: boolean }>({
  clock,
  metrics,
  ended = () => {},
}: FarewellsOptions<C>) => {
  const sayGoodbye = (socket: Leaving, { tcp }: Arrival, code: CloseCode, msg: string) => {
    // A queue that never drains keeps the connection from closing at all.
    const cancel = clock.after(goodbyeMs, () => tcp.destroy())
    tcp.once('close', cancel)
    metrics.closes.inc({ code })
    socket.emit('close', { code, msg })
    socket.disconnect(true)
  }

  /** Says why, then closes; a reader that is too slow to be told is cut off. */
  const end = (connection: C, code: CloseCode, msg: string) => {
    if (connection.closing) return
    connection.closing = true
    ended(connection, code)
    if (code !== 'slow') return sayGoodbye(connection.socket, connection.arrival, code, msg)
    metrics.closes.inc({ code })
    connection.outbox.destroy()
  }

  /** Closes it for what it sent; its address is slowed down for that. */
  const expel = (connection: C, code: 'kicked' | 'protocol', msg: string) => {
    if (!connection.closing) connection.arrival.offended()
    end(connection, code, msg)
  }

  return { sayGoodbye, end, expel }
}
