import { matchIdSchema } from '@minefall/shared/game'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import type { ConnectionEmitted, ConnectionSnapshot } from '../machines/connection/index.ts'
import { unconnected } from '../machines/connection/types.ts'
import { followRewards } from './follow-rewards.ts'

/** A page at `path` whose connection, session and queries are in the hands of the test. */
const page = (path: string, userId?: string) => {
  const read: unknown[] = []
  const told: unknown[] = []
  const world = { connected: true, token: 'token' as string | null, seated: false }
  const history = createMemoryHistory({ initialEntries: [path] })
  const heard: { rewarded: ((event: ConnectionEmitted) => void) | null } = { rewarded: null }
  const session = new Map<string, () => void>()
  const looks: (() => void)[] = []
  const snapshot = (): ConnectionSnapshot => ({
    context: {
      ...unconnected,
      identityToken: world.token,
      seated: world.seated ? { matchId: matchIdSchema.parse('a'.repeat(32)), gameId: 'mines-duel' } : null,
    },
    hasTag: (tag) => (tag === 'connected') === world.connected,
    matches: () => false,
  })
  followRewards({
    connection: {
      getSnapshot: snapshot,
      subscribe: (listener) => {
        looks.push(() => listener(snapshot()))
        return { unsubscribe: () => undefined }
      },
      on: (_, hear) => {
        heard.rewarded = (event) => hear(event as Parameters<typeof hear>[0])
        return { unsubscribe: () => undefined }
      },
    },
    session: {
      on: (name, hear) => {
        session.set(name, () => hear({ type: name, why: 'expired' } as Parameters<typeof hear>[0]))
        return { unsubscribe: () => undefined }
      },
    },
    userId: () => userId,
    router: {
      history,
      subscribe: (_, listener) => {
        looks.push(() => listener({} as Parameters<typeof listener>[0]))
        return () => undefined
      },
    },
    queries: {
      invalidateQueries: async (filters) => {
        read.push(filters?.queryKey)
      },
    },
    tell: (news) => void told.push(news),
    hush: () => undefined,
  })
  return {
    world,
    read,
    told,
    look: () => {
      for (const look of looks) look()
    },
    go: (to: string) => history.push(to),
    session: (name: 'session.began' | 'session.ended') => session.get(name)?.(),
    rewarded: (news: Extract<ConnectionEmitted, { type: 'connection.rewarded' }>['news']) =>
      heard.rewarded?.({ type: 'connection.rewarded', news }),
  }
}

const both = [
  ['account', 'mai', 'center'],
  ['account', 'mai', 'vip'],
]

describe('what an account has earned', () => {
  test('is read again with every news', () => {
    const { rewarded, read } = page('/', 'mai')
    rewarded({ kind: 'progress' })
    expect(read).toEqual(both)
  })

  test('is read again when the connection is back, and not when it is first there', () => {
    const { world, look, read } = page('/', 'mai')
    look()
    expect(read).toEqual([])
    world.connected = false
    look()
    world.connected = true
    look()
    look()
    expect(read).toEqual(both)
  })

  test('is no one’s for guests', () => {
    const { rewarded, read } = page('/')
    rewarded({ kind: 'progress' })
    expect(read).toEqual([])
  })
})

describe('a higher level', () => {
  const level = { kind: 'level', level: 3 } as const

  test('is reported at once, beside a match of others too', () => {
    const { rewarded, told } = page('/game/mines-duel', 'mai')
    rewarded(level)
    expect(told).toEqual([level])
  })

  test('waits until your own match is over', () => {
    const { world, rewarded, told, look } = page('/game/mines-duel', 'mai')
    world.seated = true
    rewarded(level)
    look()
    expect(told).toEqual([])
    world.seated = false
    look()
    expect(told).toEqual([level])
  })

  test('waits until the player looks away from the match', () => {
    const { world, rewarded, told, look, go } = page('/game/mines-duel', 'mai')
    world.seated = true
    rewarded(level)
    go('/')
    look()
    expect(told).toEqual([level])
  })

  test.each(['session.ended', 'session.began'] as const)(
    'that was not told before %s is sent to no one',
    (event) => {
      const { world, rewarded, told, look, session } = page('/game/mines-duel', 'mai')
      world.seated = true
      rewarded(level)
      session(event)
      world.seated = false
      look()
      expect(told).toEqual([])
    },
  )
})
