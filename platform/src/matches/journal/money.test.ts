import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import type { Database, Lane, Row } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { openMatch } from '../lobby/open-match.ts'
import { type Stage, setStage, trial } from '../testing.ts'
import { readLogHead } from './fairness-log.ts'

/** A database whose next seat is reported to have been committed only when `tell` is called. */
const heldBack = (db: Database) => {
  const gate: { hold: Promise<void> | null; tell: () => void } = { hold: null, tell: () => {} }
  const query: Lane['query'] = async <R extends Row>(text: string, values?: readonly unknown[]) => {
    const done = await db.journal.query<R>(text, values)
    if (!text.includes('take_seat')) return done
    const { hold } = gate
    gate.hold = null
    await hold
    return done
  }
  const holdNext = () => {
    gate.hold = new Promise((resolve) => {
      gate.tell = resolve
    })
  }
  return {
    db: { ...db, journal: { query, transaction: db.journal.transaction } } satisfies Database,
    holdNext,
    tell: () => gate.tell(),
  }
}

/** A match; all of them fall into the same shard. */
const opened = async ({ host: { world } }: Stage) => {
  const table = world.tables.get(trial.gameId)
  const shard = world.shards.held(7)
  if (!table || !shard) throw new Error('there is no trial table or no shard 7')
  const origin = { open: false, rematchOf: null, invited: null, host: null }
  const { stake, asset } = trial
  const match = await openMatch(world, shard, {
    table,
    stake,
    asset,
    origin,
    invited: null,
  })
  if (!match) throw new Error('no match was opened')
  return match
}

describeDatabase('the money lane', (open) => {
  it('leaves the end of the fairness log to those who add to it', async () => {
    const { db, holdNext, tell } = heldBack(await open())
    const stage = await setStage(db)
    const [one, two] = [await stage.guest(), await stage.guest()]
    const [locking, gathering] = [await opened(stage), await opened(stage)]
    expect(gathering.shard).toBe(locking.shard)
    const phase = (id: MatchId) => stage.match(id).phase
    await one.sit(locking.id)
    await stage.host.idle()

    holdNext()
    const sitting = two.sit(gathering.id)
    const seatsOfTwo = async () =>
      (await db.query('select 1 from seated where player_id = $1', [two.id])).count
    await expect.poll(seatsOfTwo).toBe(1)
    await stage.clock.advance(3_000)
    await expect.poll(() => phase(locking.id)).toBe('locking')
    tell()
    const { seed } = await sitting
    expect(locking.shard.log).toEqual(await readLogHead(db, locking.shard.number))

    await stage.pass(3_000)
    expect(await two.reveal(gathering.id, seed)).toBe(200)
    await stage.host.idle()
    expect(phase(gathering.id)).toBe('playing')
    const { rows } = await db.query(
      'select position, kind from fairness_log where match_id is not null order by position',
    )
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
  })
})
