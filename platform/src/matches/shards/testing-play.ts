import { randomUUID } from 'node:crypto'
import { chooseTile, type MatchId, type MatchState } from '@minefall/shared/game'
import { expect } from 'vitest'
import { z } from 'zod'
import { checkLedger } from '../../ledger/index.ts'
import { readRows } from '../journal/rows.ts'
import type { Guest } from '../testing.ts'
import type { Cluster } from '../testing-nodes.ts'

/** Someone at a table against practice opponents, and what they heard of their moves. */
type Seat = {
  guest: Guest
  matchId: MatchId
  seat: number
  isMoving: boolean
  told: { commandId: string; code: number; at: number }[]
}

/** People who play wherever their matches are; for tests alone. */
export type Play = {
  seats: readonly Seat[]
  /** Lets time pass, everyone moving when it is their turn, until it is so. The answer is how long it took. */
  until(isSo: () => boolean, withinMs?: number): Promise<number>
  /** Plays on for so long. */
  pass(ms: number): Promise<void>
  /** Plays all matches to their ends and holds that nothing was lost, doubled or made. */
  finish(): Promise<void>
}

const epochSchema = z.object({ epoch: z.bigint() })

const isOver = (state: MatchState | undefined): boolean => state !== undefined && state.result !== null

/** Seats so many people, each at a separate table. */
export const seatPeople = async (cluster: Cluster, count: number): Promise<Play> => {
  const { db, clock, nodes, random } = cluster
  const seats: Seat[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const guest = await cluster.guest()
    seats.push({ guest, ...(await guest.play()), isMoving: false, told: [] })
  }

  /** As its owner knows it, not as the memory of the dead has it; null while no one may decide for it. */
  const stateOf = (matchId: MatchId): MatchState | null => {
    for (const { host, isUp } of nodes.values()) {
      if (!isUp()) continue
      const match = host.world.matches.get(matchId)
      if (match && !match.dropped && match.shard.held) return match.record.state
    }
    return null
  }
  const last = new Map<MatchId, MatchState>()
  const lookAt = (matchId: MatchId) => {
    const state = stateOf(matchId)
    if (state) last.set(matchId, state)
    return state
  }

  const move = (seat: Seat): void => {
    const state = lookAt(seat.matchId)
    if (seat.isMoving || state?.turn?.seat !== seat.seat) return
    const commandId = randomUUID().replaceAll('-', '')
    seat.isMoving = true
    void seat.guest
      .open(seat.matchId, state.turn.turn, chooseTile(state, random, 'skilled'), commandId)
      .then(({ code }) => {
        seat.isMoving = false
        seat.told.push({ commandId, code, at: clock.now() })
      })
  }
  const until: Play['until'] = (isSo, withinMs = 240_000) =>
    cluster.until(() => {
      if (isSo()) return true
      for (const seat of seats) move(seat)
      return false
    }, withinMs)

  /** The journal of a match has no holes, its epochs only grow, and every move that was acknowledged is there once. */
  const holdJournal = async ({ matchId, told }: Seat) => {
    const rows = await readRows(db, matchId)
    let next = 1
    for (const { seq, events } of rows) {
      expect(seq).toBe(next)
      next += Array.isArray(events) ? events.length : 0
    }
    const epochs = (
      await db.query('select epoch from match_decision where match_id = $1 order by seq', [matchId])
    ).rows.map((row) => epochSchema.parse(row).epoch)
    expect([...epochs].sort((a, b) => Number(a - b))).toEqual(epochs)
    const written = rows.flatMap(({ commandId }) => (commandId === null ? [] : [commandId]))
    for (const { commandId, code } of told)
      if (code === 200) expect(written.filter((id) => id === commandId)).toHaveLength(1)
  }

  return {
    seats,
    until,
    async pass(ms) {
      const end = clock.now() + ms
      await until(() => clock.now() >= end)
    },
    async finish() {
      await until(() => {
        // Each of them: one that ended long ago is in no one's memory any more.
        for (const { matchId } of seats) lookAt(matchId)
        return seats.every(({ matchId }) => isOver(last.get(matchId)))
      })
      await cluster.pass(1_000)
      for (const seat of seats) await holdJournal(seat)
      expect((await db.query('select * from seated')).rows).toEqual([])
      expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
      const broken = await db.query(
        `select l.shard, l.position from fairness_log l
         left join fairness_log b on b.shard = l.shard and b.position = l.position - 1
         where l.position > 1 and b.hash is distinct from l.document::jsonb ->> 'prevLog'`,
      )
      expect(broken.rows).toEqual([])
    },
  }
}
