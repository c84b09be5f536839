import { matchIdSchema } from '@minefall/shared/game'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isLeaving, type MatchInput } from '../../machines/match/index.ts'
import { idOf, scriptedServer } from '../../machines/match/testing/scripted-server.ts'
import { openTab } from '../../machines/match/testing/tabs.ts'
import { createMatchActors, keyOf } from './match-actors.ts'

const matchId = matchIdSchema.parse('ab'.repeat(16))
const join: MatchInput = { kind: 'join', gameId: 'mines-trial', stake: '100', asset: 'trial' }
const back: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId }

type Made = { matchId: string | null; stopped: boolean }

/** Actors that only know which match they are in, and whether they were stopped. */
const setup = () => {
  const made: Made[] = []
  const acquire = createMatchActors(
    () => {
      const actor: Made = { matchId: null, stopped: false }
      made.push(actor)
      return {
        getSnapshot: () => ({ context: { matchId: actor.matchId } }),
        subscribe: () => ({ unsubscribe: () => undefined }),
        stop: () => {
          actor.stopped = true
        },
      }
    },
    () => false,
  )
  return { made, acquire }
}

/** A real machine whose player left the seat without a connection, and then the page. */
const leaveUnconnected = async () => {
  const server = scriptedServer()
  const acquire = createMatchActors(
    () => openTab(server).actor,
    (actor) => isLeaving(actor.getSnapshot()),
  )
  const { actor, release } = acquire(join, 'a')
  await vi.advanceTimersByTimeAsync(10)
  server.cut()
  actor.send({ type: 'match.leave' })
  release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(actor.getSnapshot().status).toBe('active')
  return { server, acquire, actor }
}

describe('the actors of matches', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('are one however often a screen mounts', () => {
    const { made, acquire } = setup()
    const first = acquire(join, 'a')
    first.release()
    const second = acquire(join, 'a')
    expect(second.actor).toBe(first.actor)
    vi.runAllTimers()
    expect(made).toHaveLength(1)
    expect(made[0]?.stopped).toBe(false)
    second.release()
    vi.runAllTimers()
    expect(made[0]?.stopped).toBe(true)
  })

  it('are found again by the address of the match they sat down at', () => {
    const { made, acquire } = setup()
    const seat = acquire(join, 'b')
    const [only] = made
    if (only) only.matchId = matchId
    seat.release()
    const same = acquire(back, keyOf(back))
    expect(same.actor).toBe(seat.actor)
    expect(made).toHaveLength(1)
    same.release()
  })

  it('are new for a new round at the same table', () => {
    const { made, acquire } = setup()
    const first = acquire(join, 'c 0')
    const second = acquire(join, 'c 1')
    expect(second.actor).not.toBe(first.actor)
    expect(made).toHaveLength(2)
    first.release()
    first.release()
    second.release()
  })

  it('outlive their page until the server has answered a leave', async () => {
    const { server, actor } = await leaveUnconnected()
    server.restore()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.askedOf('match.leave')).toHaveLength(1)
    expect(server.match().state().table).toEqual([null, null])
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('stop when the match ended before the leave arrived', async () => {
    const { server, actor } = await leaveUnconnected()
    server.act({ type: 'void', at: 0, reason: 'abandoned', serverSeed: server.match().serverSeed })
    server.restore()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.askedOf('match.leave')).toHaveLength(0)
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('stop when another player connects', async () => {
    const { server, actor } = await leaveUnconnected()
    server.changePlayer()
    server.restore()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.askedOf('match.leave')).toHaveLength(0)
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('stop after 10 minutes without a connection', async () => {
    const { actor } = await leaveUnconnected()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('are found again while a leave waits, and then run on for their page', async () => {
    const { server, acquire, actor } = await leaveUnconnected()
    const again: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const { actor: same, release } = acquire(again, keyOf(again))
    expect(same).toBe(actor)
    server.restore()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.askedOf('match.leave')).toHaveLength(1)
    expect(actor.getSnapshot().status).toBe('active')
    release()
    await vi.advanceTimersByTimeAsync(300)
    expect(actor.getSnapshot().status).toBe('stopped')
  })
})
