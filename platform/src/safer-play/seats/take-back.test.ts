import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { fund } from '../../ledger/testing-fund.ts'
import { confirmAdult } from '../adult/confirm-adult.ts'
import { beginBreak } from '../breaks/begin-break.ts'
import { openSaferPlay } from '../testing.ts'
import {
  clean,
  newAccount,
  type OpenTables,
  openTables,
  outcomeOf,
  type TablePlayer,
} from '../testing-tables.ts'

const expectSeat = async (at: OpenTables, { id }: TablePlayer, isThere: boolean) => {
  await at.stage.host.idle()
  expect([await at.seatsOf(id), await at.heldOf(id)]).toEqual(isThere ? [1, 100n] : [0, 0n])
}

describeDatabase('a seat that waits for its match', (open) => {
  it('is given back, and its stake, when a limit is lowered that it would pass, and kept when not', async () => {
    const at = await openTables(await open())
    const me = await at.player()
    const matchId = await me.join('duel')
    await me.limit('day', 100n)
    await expectSeat(at, me, true)
    await me.limit('week', 99n)
    await expectSeat(at, me, false)
    expect(outcomeOf(await me.sit(matchId))).toEqual({
      code: 1703,
      data: { limit: 'loss', period: 'week', left: '99' },
    })
    // Others sit there as ever.
    const [one, other] = [await at.player(), await at.player()]
    await at.begin('duel', [one, other])
    expect(at.stage.match(matchId).phase).toBe('playing')
    expect(await at.ledger()).toEqual(clean)
  })

  it('is given back with a break before its answer, and not once the match is locked', async () => {
    const at = await openTables(await open())
    const [me, locked, playing, rich] = [
      await at.player(),
      await at.player(),
      await at.player(),
      await at.player(),
    ]
    const begun = await at.begin('duel', [playing, rich])
    const lockedAt = await locked.join('duel')
    await (await at.player()).sit(lockedAt)
    await at.stage.host.idle()
    await me.join('duel')
    for (const { id } of [me, locked, playing])
      expect(await beginBreak(at.at.world, id, { kind: 'time-out', days: 1 })).toBeNull()
    await expectSeat(at, me, false)
    expect(at.stage.match(lockedAt).phase).toBe('locking')
    await expectSeat(at, locked, true)
    expect(at.stage.match(begun).phase).toBe('playing')
    expect(await at.seatsOf(playing.id)).toBe(1)
    // The match goes on to its end, and what it pays is theirs.
    await rich.leave(begun)
    await at.stage.host.idle()
    expect(await at.lost(playing.id)).toEqual({ '2026-03-04': -100n })
    const until = at.clock.now() + 86_400_000
    for (const queue of ['duel', 'bonus', 'trial'] as const)
      expect(outcomeOf(await playing.ask(queue))).toEqual({ code: 1702, data: { kind: 'time-out', until } })
    expect(await at.ledger()).toEqual(clean)
  })

  it('is not lost by lowering a limit while the match plays', async () => {
    const at = await openTables(await open())
    const [me, rich] = [await at.player(), await at.player()]
    const matchId = await at.begin('duel', [me, rich])
    await me.limit('day', 0n)
    await at.stage.host.idle()
    expect(at.stage.match(matchId).phase).toBe('playing')
    await rich.leave(matchId)
    await at.stage.host.idle()
    expect(await at.lost(me.id)).toEqual({ '2026-03-04': -100n })
    expect((await me.ask('duel')).code).toBe(1703)
  })

  it('is given back to who says that they live where play is not offered', async () => {
    const db = await open()
    const at = await openTables(db)
    const id = await newAccount(db, null)
    await fund(db, id, 'coin', 500n)
    const me = at.playerOf(id)
    expect(outcomeOf(await me.ask('duel'))).toEqual({ code: 1701, data: null })
    await me.join('trial')
    await confirmAdult(at.at.world, id, 'FR')
    await at.stage.host.idle()
    expect(await at.seatsOf(id)).toBe(0)
    for (const queue of ['duel', 'trial'] as const)
      expect(outcomeOf(await me.ask(queue))).toEqual({ code: 1704, data: null })
    // Said once, permanently.
    await confirmAdult(at.at.world, id, 'MY')
    expect((await me.ask('duel')).code).toBe(1704)
    expect(await at.at.eventsOf(id)).toEqual([{ action: 'adult', residence: 'FR' }])
  })

  it('is given back at the next start after a crash, and soon to a player with a phone of a barred country', async () => {
    const db = await open()
    const at = await openTables(db)
    const [left, kept, moving] = [await at.player(), await at.player(), await at.player()]
    await left.join('duel')
    // The break was committed, and nothing after it.
    await db.query(
      `insert into play_break (id, player_id, kind, began_at) values ($1, $1, 'self-exclusion', now())`,
      [left.id],
    )
    await at.stage.restart()
    await expectSeat(at, left, true)
    const again = await openSaferPlay(db, { bus: at.bus, clock: at.clock })
    await expectSeat(at, left, false)
    await again.close()

    await kept.join('duel')
    await at.playerOf(moving.id).join('four')
    await db.query(
      `insert into contact (kind, value, player_id, country, verified_at)
       values ('phone', $2, $1, 'FR', now())`,
      [moving.id, `+33${Date.now()}`],
    )
    await at.clock.advance(10_000)
    await expect.poll(() => at.seatsOf(moving.id)).toBe(0)
    await expectSeat(at, moving, false)
    await expectSeat(at, kept, true)
    expect(outcomeOf(await moving.ask('duel'))).toEqual({ code: 1704, data: null })
    expect(await at.ledger()).toEqual(clean)
  })

  it('is for guests as it was: they have nothing to limit', async () => {
    const at = await openTables(await open())
    const guest = await at.stage.guest()
    const { matchId } = await guest.play()
    expect(at.stage.match(matchId).phase).toBe('playing')
    expect((await at.stage.db.query('select from play_day where player_id = $1', [guest.id])).count).toBe(0)
  })
})
