import type { CloseCode } from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import type { Connection } from './connection.ts'
import type { Players } from './players.ts'

/** How long a connection has to show that it lives after its tab has come to another BFF, in milliseconds. */
const answerMs = 3_000

export type ElsewhereOptions = {
  bus: Bus
  clock: Clock
  edge: string
  players: Pick<Players, 'socketsOf'>
  /** Ends one socket with a close code. */
  end: (connection: Connection, code: CloseCode, msg: string) => void
}

export type Elsewhere = {
  /** Tells the other BFFs that this tab is connected here since. */
  arrived(connection: Connection): void
  close(): void
}

/**
 * A tab that comes back at another BFF leaves a connection behind here that may be dead without having ended. Whether it
 * is, it says itself: one that moves while its BFF drains lives on both ends for a while.
 */
export const elsewhere = ({ bus, clock, edge, players, end }: ElsewhereOptions): Elsewhere => {
  const unsubscribe = bus.subscribe('player.tab', null, ({ edge: other, tab }, playerId) => {
    if (other === edge || playerId === null) return
    for (const connection of players.socketsOf(playerId)) {
      if (connection.tab !== tab || connection.closing) continue
      const askedAt = clock.now()
      connection.ask()
      clock.after(answerMs, () => {
        if (connection.heardAt < askedAt) end(connection, 'replaced', 'this tab is connected elsewhere')
      })
    }
  })
  return {
    arrived: ({ player, tab }) => bus.publish('player.tab', player.playerId, { edge, tab }),
    close: unsubscribe,
  }
}
