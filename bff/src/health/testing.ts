import type { ConnectionEvent, ConnectionSample } from '@minefall/shared/contracts/desk'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { type RowScope, registry, type SweepResult, sweepMs } from './registry.ts'
import type { WatchedConnection } from './watched.ts'

/** A connection that a test changes as it likes. */
export type Stand = Omit<
  { -readonly [K in keyof WatchedConnection]: WatchedConnection[K] },
  'follows' | 'roundTrip' | 'reported'
> & {
  follows: Map<MatchId, { matchId: MatchId; seat: number | null; state: 'resuming' | 'streaming' | 'shed' }>
  roundTrip: WatchedConnection['roundTrip'] & { samples: number[] }
  reported: { jitterMs: number | null; unacknowledged: number; seqLag: number }
  queued: number
}

export const playerCalled = (name: string): WatchedConnection['player'] => ({
  playerId: `id-${name}`,
  view: { name, avatar: 'a1', kind: 'player' },
})

export const standIn = (
  given: Partial<Pick<Stand, 'player' | 'tab' | 'deviceId' | 'lastSeenAt'>> = {},
): Stand => {
  const samples: number[] = []
  const stand: Stand = {
    player: playerCalled('Ann'),
    deviceId: '1a'.repeat(16),
    tab: '01'.repeat(8),
    device: 'Android, Chrome',
    locale: 'pt-BR',
    release: 'r1',
    roundTrip: {
      samples,
      median: () => samples.at(-1) ?? 0,
      back: (by) => samples.at(-by) ?? 0,
      recent: () => samples.slice(-12),
      taken: () => samples.length,
    },
    pingSince: null,
    lastSeenAt: 0,
    reported: { jitterMs: null, unacknowledged: 0, seqLag: 0 },
    queued: 0,
    outbox: { queued: () => stand.queued },
    follows: new Map(),
    ...given,
  }
  return stand
}

/** A registry whose time a test moves, with what it told the history. */
export const registryUnderTest = () => {
  const history = { events: [] as ConnectionEvent[], samples: [] as ConnectionSample[] }
  let [now, ids] = [0, 0]
  const watched = registry<Stand>({
    edge: 'edge-1',
    now: () => now,
    weakMs: 400,
    newId: () => {
      ids += 1
      return ids.toString(16).padStart(16, '0')
    },
    history: {
      event: (event) => history.events.push(event),
      sample: (sample) => history.samples.push(sample),
    },
  })
  return {
    ...watched,
    history,
    now: () => now,
    /** Looks at them each second for so long, while those named are heard; all that was reported. */
    pass(
      ms: number,
      { heard = [], wanted = 'changes' }: { heard?: Stand[]; wanted?: RowScope } = {},
    ): SweepResult {
      const told: SweepResult = { rows: [], gone: [] }
      for (let passed = 0; passed < ms; passed += sweepMs) {
        now += sweepMs
        for (const one of heard) one.lastSeenAt = now
        const { rows, gone } = watched.sweep(wanted)
        told.rows.push(...rows)
        told.gone.push(...gone)
      }
      return told
    },
    /** Time goes on, and no one looks. */
    stall(ms: number) {
      now += ms
    },
  }
}

export const matchA = matchIdSchema.parse('aa'.repeat(16))
export const matchB = matchIdSchema.parse('bb'.repeat(16))

/** From now on it hears of the match. */
export const follow = (stand: Stand, matchId = matchA, seat: number | null = 1) =>
  stand.follows.set(matchId, { matchId, seat, state: 'streaming' })

/** What a registry under test told the history, in short. */
export const kinds = ({ history }: Pick<ReturnType<typeof registryUnderTest>, 'history'>): string[] =>
  history.events.map(({ kind, code }) => (code === null ? kind : `${kind}: ${code}`))
