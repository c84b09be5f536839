import { bodyCode } from '@minefall/shared/contracts'
import { expect } from 'vitest'
import { closedTiles } from '../harness/player.ts'
import { longTurns, type Prepare } from '../harness/server.ts'
import { disaster, everywhere } from './disaster.ts'
import { someone } from './table.ts'

/** Refuses the first `times` attempts to write that a tile was opened. A sequence counts on over a rollback. */
const refuse = async (db: Parameters<Prepare>[0], times: number, errcode: string) => {
  await longTurns(db)
  await db.query('create sequence refusals')
  await db.query(`
    create function refuse_row() returns trigger language plpgsql as $$
    begin
      if new.events @> '[{"type": "TileOpened"}]' and nextval('refusals') <= ${times} then
        raise exception 'refused by the disaster' using errcode = '${errcode}';
      end if;
      return new;
    end $$`)
  await db.query(
    'create trigger refuses before insert on match_decision for each row execute function refuse_row()',
  )
}
const refuseOnce: Prepare = (db) => refuse(db, 1, 'check_violation')
const fullForAWhile: Prepare = (db) => refuse(db, 3, 'disk_full')

disaster(
  'The database refuses a row of the journal permanently',
  { on: everywhere, prepare: refuseOnce, alarms: ['quarantine', 'stopped by a fault'] },
  async (scene) => {
    const table = await scene.seat()
    const mover = await table.mover()
    const state = someone(mover.state() ?? undefined, 'match')
    const turn = someone(state.turn ?? undefined, 'turn').turn
    const tile = someone(closedTiles(state)[0], 'closed tile')
    const { code } = await mover.command('match.open', { matchId: table.matchId, turn, tile })
    expect(code).toBe(bodyCode.wrongPhase)
    for (const state of await table.playOn())
      expect(state.result).toMatchObject({ outcome: 'voided', reason: 'quarantined' })
    // The same people play on elsewhere.
    const next = await scene.seat(5, table.players)
    await next.playOn()
  },
)

disaster(
  'The database says for a while that its disk is full',
  { on: everywhere, prepare: fullForAWhile },
  async (scene) => {
    const table = await scene.seat()
    await table.move()
    await table.playOn()
  },
)
