import type { GameEvent, MatchId } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { openForQueueOwner } from '../lobby/queue.ts'
import { playOut, type Stage, setStage, trial } from '../testing.ts'
import { stopByRule } from './quarantine.ts'

const breakDealer = ({ host }: Stage, matchId: MatchId): LiveMatch => {
  const live = host.world.matches.get(matchId)
  if (!live?.dealer) throw new Error('the match is not live')
  live.dealer = {
    ...live.dealer,
    tile: () => {
      throw new Error('a fault in the dealer')
    },
  }
  return live
}

describeDatabase('a match in which deciding fails', (open) => {
  it('is stopped and refunded alone; the others play on', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const [one, two] = [await stage.guest(), await stage.guest()]
    const broken = await one.play()
    const sound = await two.play()
    breakDealer(stage, broken.matchId)
    await stage.pass(12_000)
    expect(stage.match(broken.matchId).result).toMatchObject({ outcome: 'voided', reason: 'quarantined' })
    expect(stage.match(broken.matchId).result?.payouts).toHaveLength(5)
    expect(stage.match(sound.matchId).moves).toHaveLength(1)
    expect((await stage.db.query('select player_id from seated')).rows).toEqual([{ player_id: two.id }])
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    expect(await one.find()).toMatchObject({ code: 200 })
  })

  it('also when its journal can’t be folded after a restart', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const [one, two] = [await stage.guest(), await stage.guest()]
    const broken = await one.play()
    const sound = await two.play()
    await stage.host.close()
    const { seq } = stage.match(broken.matchId)
    await stage.db.query(
      `insert into match_decision (match_id, seq, epoch, events) values ($1, $2, 1, '[{"type":"Nonsense","v":9}]')`,
      [broken.matchId, seq + 1],
    )
    await stage.restart()
    expect(stage.match(broken.matchId).result).toMatchObject({ outcome: 'voided', reason: 'quarantined' })
    expect(stage.match(broken.matchId).seq).toBe(seq + 2)
    expect(stage.match(sound.matchId).phase).toBe('playing')
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    const resumed = await stage.bus.request('match.resume', {
      playerId: one.id,
      matchId: broken.matchId,
      seq: 1,
      unacknowledged: [],
    })
    expect(resumed.data?.catchUp.kind).toBe('snapshot')
  })

  it('keeps no one from sitting elsewhere even if it can’t be voided', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    const live = breakDealer(stage, matchId)
    await stage.db.query('alter table entry add constraint nothing_more check (amount = 0) not valid')
    await stage.pass(12_000)
    expect(live.quarantined).toBe(true)
    expect(stage.match(matchId).phase).toBe('playing')
    expect((await stage.db.query('select player_id from seated')).rows).toEqual([])
    const told = stage.published.filter(({ name }) => name === 'player.seated').at(-1)
    expect(told).toMatchObject({ key: guest.id, payload: { seated: null } })
    expect(await guest.find()).toMatchObject({ code: 200 })
  })
})

/** What the turn of the shard's fairness log is needed for, and what breaks it. */
const broken = {
  lock: `alter table fairness_log add constraint no_lock check (kind <> 'locked') not valid`,
  'end of the time for seeds': 'alter function count_missed_reveal rename to gone',
}

describeDatabase('a match that fails in the turn of its shard’s fairness log', (open) => {
  it.each(Object.entries(broken))(
    'is stopped and refunded alone at the %s; another in the shard settles',
    async (_, fault) => {
      const stage = await setStage(await open())
      const [one, two] = [await stage.guest(), await stage.guest()]
      const sound = await two.play()
      const { world } = stage.host
      const shard = world.matches.get(sound.matchId)?.shard.number ?? -1
      const { data } = await openForQueueOwner(world, { shard, ...trial })
      if (!data) throw new Error('no match was opened')
      await stage.db.query(fault)
      expect((await one.sit(data.matchId)).code).toBe(200)
      await stage.pass(9_000)
      expect(stage.match(data.matchId).result).toMatchObject({ outcome: 'voided', reason: 'quarantined' })
      expect((await playOut(stage, two, sound.matchId, sound.seat)).phase).toBe('settled')
      expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    },
    60_000,
  )
})

describe('the rule for a stopped match', () => {
  const header = { seats: 3, stake: '10' }
  const at = 1
  const taken = (seat: number): GameEvent => ({
    type: 'SeatTaken',
    v: 1,
    at,
    seat,
    ref: `${seat}`.repeat(32),
    commit: '0'.repeat(64),
    player: { name: 'A', avatar: 'a', kind: 'guest' },
  })
  const started: GameEvent = { type: 'Started', v: 1, at, order: [2, 0, 1] }
  const turn = { type: 'TurnStarted', v: 1, at, turn: 1, seat: 1, deadline: 2 } as const

  it('releases before the start, refunds while no one is out, and shares the pot among those still in', () => {
    const seats = [taken(0), taken(1), taken(2)]
    expect(stopByRule(header, seats)).toEqual({ captured: false, payouts: [] })
    expect(stopByRule(header, [...seats, started])).toEqual({
      captured: true,
      payouts: [0, 1, 2].map((seat) => ({ seat, amount: '10' })),
    })
    const out = { type: 'SeatOut', v: 1, at, seat: 0, reason: 'mine', place: 3 } as const
    expect(stopByRule({ ...header, stake: '5' }, [...seats, started, out, turn])).toEqual({
      captured: true,
      payouts: [
        { seat: 1, amount: '8' },
        { seat: 2, amount: '7' },
      ],
    })
  })
})
