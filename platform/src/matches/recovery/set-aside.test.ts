import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { keyRing, playOut, type Stage, setStage } from '../testing.ts'

const sealedWith = async ({ db }: Stage, matchId: MatchId) =>
  (await db.query('select key_id from match_secret where match_id = $1', [matchId])).rows[0]?.key_id

const seats = async ({ db }: Stage) => (await db.query('select player_id, match_id from seated')).rows

describeDatabase('the key that seals secrets', (open) => {
  it('is rotated while matches live: they go on, new ones are sealed with the new key', async () => {
    const stage = await setStage(await open())
    const [one, two] = [await stage.guest(), await stage.guest()]
    const { matchId, seat } = await one.play()
    const dealer = stage.host.world.matches.get(matchId)?.dealer
    expect(await sealedWith(stage, matchId)).toBe('k1')

    stage.sealKeys = keyRing('k1', 'k2')
    await stage.restart(1_000)
    expect(stage.host.world.matches.get(matchId)?.dealer?.order).toEqual(dealer?.order)
    const fresh = await two.play()
    expect(await sealedWith(stage, fresh.matchId)).toBe('k2')
    expect((await playOut(stage, one, matchId, seat)).phase).toBe('settled')
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('when missing stops its matches alone: their players may sit elsewhere, and they go on with its return', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const [one, two] = [await stage.guest(), await stage.guest()]
    const first = await one.play()
    const second = await two.play()

    stage.sealKeys = keyRing('k2')
    await stage.restart(1_000)
    expect(stage.host.world.matches.size).toBe(0)
    expect(await seats(stage)).toEqual([])
    const elsewhere = await one.play()
    expect(elsewhere.matchId).not.toBe(first.matchId)
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    // Anyone who follows the one that is paused sees it as it stood.
    const resumed = { playerId: two.id, matchId: second.matchId, seq: null, unacknowledged: [] }
    expect((await stage.bus.request('match.resume', resumed)).data?.seat).toBe(second.seat)
    expect(await two.leave(second.matchId)).toBe(1503)

    stage.sealKeys = keyRing('k1', 'k2')
    await stage.restart(1_000)
    expect(await seats(stage)).toEqual(
      expect.arrayContaining([
        { player_id: one.id, match_id: elsewhere.matchId },
        { player_id: two.id, match_id: second.matchId },
      ]),
    )
    expect(await seats(stage)).toHaveLength(2)
    expect(stage.match(first.matchId).phase).toBe('playing')
    expect(await two.leave(second.matchId)).toBe(200)

    // One sits elsewhere by now: leaving the match that came back frees no one there.
    stage.published.length = 0
    expect(await one.leave(first.matchId)).toBe(200)
    await stage.host.idle()
    expect(stage.match(first.matchId).table[first.seat]?.out).toBeDefined()
    expect(stage.published.filter(({ name, key }) => name === 'player.seated' && key === one.id)).toEqual([])
    expect(await seats(stage)).toEqual([{ player_id: one.id, match_id: elsewhere.matchId }])
  })

  it('when it comes back late finds matches that were paused too long, and these give the stakes back', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    stage.sealKeys = keyRing('k2')
    await stage.restart(1_000)
    await stage.pass(310_000)
    stage.sealKeys = keyRing('k1', 'k2')
    await stage.restart(1_000)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'interrupted' })
    expect(await seats(stage)).toEqual([])
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })
})
