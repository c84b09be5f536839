import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { type Guest, type Stage, setStage, trial } from '../testing.ts'

const gatherEventsMost = 10

const found = async ({ bus }: Stage, { id: playerId }: Guest): Promise<MatchId> => {
  const { code, data } = await bus.request('lobby.find', { ...trial, playerId })
  return data?.matchId ?? expect.fail(`no match: ${code}`)
}

/** Sits and leaves again so often, as far as they are let. */
const bounce = async (stage: Stage, guest: Guest, matchId: MatchId, times: number) => {
  for (let nth = 0; nth < times; nth += 1) {
    await guest.sit(matchId)
    await guest.leave(matchId)
    await stage.host.idle()
  }
}

describeDatabase('a match whose seats are taken and left without end', (open) => {
  it('is voided, gives back what is held there, and another one gathers', async () => {
    const stage = await setStage(await open(), { settings: { practiceFillMs: 3_600_000, gatherEventsMost } })
    const [restless, patient] = [await stage.guest(), await stage.guest()]
    const matchId = await found(stage, patient)
    expect((await patient.sit(matchId)).code).toBe(200)
    await bounce(stage, restless, matchId, 4)
    expect(stage.match(matchId)).toMatchObject({ phase: 'gathering', seq: 9 })
    await bounce(stage, restless, matchId, 5)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
    expect(stage.match(matchId).seq).toBeLessThanOrEqual(gatherEventsMost + 2)
    expect(await balanceOf(stage.db, patient.id)).toMatchObject({ held: { trial: '0' } })
    const next = await found(stage, patient)
    expect(next).not.toBe(matchId)
    expect((await patient.sit(next)).code).toBe(200)
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('is voided by the next owner too, when it had more behind it before there was a bound', async () => {
    const db = await open()
    const before = await setStage(db, { settings: { practiceFillMs: 3_600_000 } })
    const restless = await before.guest()
    const matchId = await found(before, restless)
    await bounce(before, restless, matchId, gatherEventsMost)
    expect(before.match(matchId)).toMatchObject({ phase: 'gathering', seq: 2 * gatherEventsMost })
    await before.host.close()
    const stage = await setStage(db, { settings: { gatherEventsMost }, clock: before.clock })
    await stage.host.idle()
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
  })
})
