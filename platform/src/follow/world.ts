import type { Bus, Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'

/** Injected dependencies: no other clock, database or bus is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  /** Draws a UUID. */
  newId: () => string
  accounts: Pick<Accounts, 'signedIn'>
  here: Here
}

/** How long answers of BFFs are waited for, in milliseconds: one that is slower counts as one with no one there. */
const waitMs = 100

export type Here = ReturnType<typeof askWhoIsHere>

/** Finds out who is here: BFFs are asked who of some players has a socket, and those that have any answer. */
export const askWhoIsHere = ({ bus, clock, newId }: Pick<World, 'bus' | 'clock' | 'newId'>) => {
  const asking = new Map<string, Set<string>>()
  const stop = bus.subscribe('here.told', null, ({ ask, here }) => {
    for (const playerId of here) asking.get(ask)?.add(playerId)
  })
  return {
    async of(players: readonly string[]): Promise<ReadonlySet<string>> {
      const found = new Set<string>()
      if (players.length === 0) return found
      const ask = newId()
      asking.set(ask, found)
      bus.publish('here.ask', null, { ask, players: [...players] })
      await new Promise<void>((resolve) => clock.after(waitMs, resolve))
      asking.delete(ask)
      return found
    },
    close: stop,
  }
}

/** The condition in SQL that a player is on a break at a time. They count as not here: no one asks them to play. */
export const onBreak = (playerId: string, at: string): string =>
  `exists (select from play_break b where b.player_id = ${playerId} and (b.ends_at is null or b.ends_at > ${at}))`
