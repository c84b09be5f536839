import type { Table } from '@minefall/shared/contracts/rest'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { readTables } from '../tables.ts'
import { type Stage, setStage, trial } from '../testing.ts'

/** Changes a table as the desk does: in the database, then on the bus. */
const change = async (stage: Stage, set: string): Promise<Table> => {
  await stage.db.query(`update game_table set version = version + 1, ${set} where game_id = 'mines-trial'`)
  const found = (await readTables(stage.db, 0)).find(({ gameId }) => gameId === trial.gameId)
  if (!found) return expect.fail('the table is gone')
  const { isOpen, version, ownRakeBps: _known, ...table } = found
  stage.bus.publish('lobby.table', null, { table, isOpen, version })
  await stage.host.idle()
  return table
}

it('a table that staff change: what is locked plays on, what gathers on other terms is called off at once', async () => {
  const db = await openTestDatabase()
  const stage = await setStage(db, { settings: { practiceThinkMs: [60_000, 60_001] } })
  const [one, two] = [await stage.guest(), await stage.guest()]
  const playing = await one.play()
  const gathering = async () => {
    const { data } = await stage.bus.request('lobby.find', { ...trial, playerId: two.id })
    if (!data) return expect.fail('no match was found')
    await two.sit(data.matchId)
    await stage.host.idle()
    return data.matchId
  }

  const waiting = await gathering()
  await change(stage, 'is_open = false')
  expect(stage.match(waiting).result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
  expect((await db.query('select player_id from seated')).rows).toEqual([{ player_id: one.id }])
  expect(await two.find()).toMatchObject({ code: 1404 })
  expect(stage.match(playing.matchId).phase).toBe('playing')

  await change(stage, 'is_open = true, rake_bps = 500')
  const raked = await gathering()
  expect(stage.match(raked).rules.rakeBps).toBe(500)
  expect(stage.match(playing.matchId).rules.rakeBps).toBe(0)

  // Without practice opponents no one fills a seat, after a restart too; those who play go on playing.
  await change(stage, 'practice = false')
  expect(stage.match(raked).phase).toBe('voided')
  const alone = await gathering()
  await stage.pass(4_000)
  await stage.restart(1_000)
  await stage.pass(4_000)
  expect(stage.match(alone).table.filter(Boolean)).toHaveLength(1)
  expect(stage.match(playing.matchId).phase).toBe('playing')

  // What no one told of is read soon.
  await db.query(`update game_table set is_open = false, version = version + 1 where game_id = 'mines-duel'`)
  const duel = () => stage.host.world.tables.get('mines-duel')
  expect(duel()?.isOpen).toBe(true)
  await stage.pass(10_000)
  expect(duel()?.isOpen).toBe(false)

  // What was changed while nothing ran is found at the next start.
  await db.query(
    `update game_table set stakes = '{200}', version = version + 1 where game_id = 'mines-trial'`,
  )
  await stage.restart(1_000)
  expect(stage.match(alone).phase).toBe('voided')
  expect(await two.find()).toMatchObject({ code: 1001 })
  expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  await stage.host.close()
  await db.close()
})
