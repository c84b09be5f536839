import type { MatchId } from '@minefall/shared/game'
import { every } from '@minefall/shared/node'
import type { Ground } from './ground.ts'

/** How often they are counted and told to other BFFs, in milliseconds. */
const countEveryMs = 2_000
/** What a BFF said that has been silent for so long counts no more, in milliseconds. */
const silentMs = 3 * countEveryMs

export type Watchers = ReturnType<typeof watchers>

/** How many watch each match: the sockets here that do, counted every two seconds, and what other BFFs last said of theirs. */
export const watchers = (
  { bus, clock, edge }: Pick<Ground, 'bus' | 'clock' | 'edge'>,
  /** Those who watch here, by match. */
  here: () => Map<MatchId, number>,
) => {
  let own: ReadonlyMap<MatchId, number> = new Map()
  const heard = new Map<string, { at: number; counts: ReadonlyMap<MatchId, number> }>()

  const count = () => {
    const now = clock.now()
    for (const [other, { at }] of heard) if (now - at >= silentMs) heard.delete(other)
    const before = own
    own = here()
    // The others hear once that no one is left.
    if (own.size > 0 || before.size > 0) bus.publish('match.watchers', edge, { edge, counts: [...own] })
  }
  const stops = [
    every(clock, countEveryMs, count),
    bus.subscribe('match.watchers', null, (told) => {
      if (told.edge !== edge) heard.set(told.edge, { at: clock.now(), counts: new Map(told.counts) })
    }),
  ]
  return {
    of(matchId: MatchId): number {
      let sum = own.get(matchId) ?? 0
      for (const { counts } of heard.values()) sum += counts.get(matchId) ?? 0
      return sum
    },
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
