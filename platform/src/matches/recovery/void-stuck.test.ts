import { randomUUID } from 'node:crypto'
import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { cancelTimers } from '../host/live-match.ts'
import { keyRing, type Stage, setStage } from '../testing.ts'

const slow = { settings: { practiceThinkMs: [60_000, 60_001] } } as const

/** What two people decided, as the desk writes it. */
const decideVoid = async ({ db }: Stage, matchId: MatchId) => {
  const [asker, confirmer] = [randomUUID(), randomUUID()]
  for (const id of [asker, confirmer])
    await db.query(
      `insert into staff (id, email, name, role, password_hash, totp_key_id, totp_sealed, created_at)
       values ($1, $2, 'Someone', 'admin', '', '', '', now())`,
      [id, `${id}@house.example`],
    )
  await db.query(
    `insert into match_void (id, match_id, reason, asked_by, asked_at, status, ended_by, ended_at)
     values ($1, $2, 'It is stuck', $3, now(), 'confirmed', $4, now())`,
    [randomUUID(), matchId, asker, confirmer],
  )
}

const askVoid = async ({ bus }: Stage, matchId: MatchId) =>
  (await bus.request('match.void', { matchId })).code

const askStopped = async ({ bus, host }: Stage) =>
  (await bus.request('match.stopped', {}, { at: host.world.node })).data

/** Pauses a match: no clock of it runs any more. */
const still = async ({ host, clock }: Stage, matchId: MatchId, ms: number) => {
  const live = host.world.matches.get(matchId)
  if (!live) return expect.fail('the match is not live')
  cancelTimers(live)
  await clock.advance(ms)
  await host.idle()
}

describeDatabase('a match that is paused', (open) => {
  it('is voided by its owner when two people decided so, and not before ten minutes', async () => {
    const stage = await setStage(await open(), slow)
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    expect(await askVoid(stage, matchId)).toBe(1403)
    await decideVoid(stage, matchId)
    await still(stage, matchId, 599_000)
    expect(await askVoid(stage, matchId)).toBe(1409)
    expect(stage.match(matchId).phase).toBe('playing')
    await still(stage, matchId, 1_000)
    expect([await askVoid(stage, matchId), await askVoid(stage, matchId)]).toEqual([200, 200])
    await stage.host.idle()
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'interrupted' })
    expect(stage.match(matchId).result?.payouts).toHaveLength(5)
    const told = stage.published.filter(({ name, key }) => name === 'match.events' && key === matchId).at(-1)
    expect(JSON.stringify(told)).toContain('"Voided"')
    expect((await stage.db.query('select player_id from seated')).rows).toEqual([])
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('after a fault, and could not be voided then, is voided by the same rule at once', async () => {
    const stage = await setStage(await open(), slow)
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    const live = stage.host.world.matches.get(matchId)
    if (!live?.dealer) return expect.fail('the match is not live')
    live.dealer = { ...live.dealer, tile: () => expect.fail('a fault in the dealer') }
    await stage.db.query('alter table entry add constraint nothing_more check (amount = 0) not valid')
    await stage.pass(12_000)
    expect(await askStopped(stage)).toEqual({ matchIds: [matchId] })
    await decideVoid(stage, matchId)
    expect(await askVoid(stage, matchId)).toBe(1500)
    await stage.db.query('alter table entry drop constraint nothing_more')
    expect(await askVoid(stage, matchId)).toBe(200)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'quarantined' })
    expect(await askStopped(stage)).toEqual({ matchIds: [] })
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('as its key is missing waits for it, no matter who decides what', async () => {
    const stage = await setStage(await open(), slow)
    const { matchId } = await (await stage.guest()).play()
    stage.sealKeys = keyRing('k2')
    await stage.restart(1_000)
    expect(await askStopped(stage)).toEqual({ matchIds: [matchId] })
    await decideVoid(stage, matchId)
    expect(await askVoid(stage, matchId)).toBe(1503)
    stage.sealKeys = keyRing('k1', 'k2')
    await stage.restart(610_000)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'interrupted' })
  })
})
