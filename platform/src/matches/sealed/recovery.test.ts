import { bodyCode } from '@minefall/shared/contracts'
import { type GameEvent, view } from '@minefall/shared/game'
import { replay } from '@minefall/shared/record'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { withFaults } from '../faults.ts'
import { headerIn } from '../host/record.ts'
import { sealSecret } from '../secrets.ts'
import { seenState } from '../testing.ts'
import { classic, duel, type SealedStage, sealedStage } from './testing-sealed.ts'

const eventsOf = ({ host, matchId }: SealedStage): readonly GameEvent[] =>
  host.world.matches.get(matchId)?.record.events ?? []

/** What was drawn in each turn. */
const drawn = (stage: SealedStage) =>
  eventsOf(stage).flatMap((event) =>
    event.type === 'TileOpened'
      ? [{ turn: event.turn, tile: event.tile, mine: event.mine, link: event.link }]
      : [],
  )

const holds = async (stage: SealedStage) => {
  const match = stage.host.world.matches.get(stage.matchId)
  const state = stage.state()
  if (!match) throw new Error('the match is gone')
  const { events } = match.record
  const { wrong } = replay(headerIn.parse(state), events, match.secret.serverSeed)
  // A match that goes on lacks its end and nothing else.
  expect(wrong).toBe(state.result ? null : events.length + 1)
  expect(seenState(stage, stage.matchId)).toEqual(view(state))
  expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
}

/** The same seats, seeds and chains, played by hand in the order of their seats. */
const played = async (stage: SealedStage, interrupt: (step: number) => Promise<void>) => {
  for (let turns = 0; !stage.state().result; turns += 1) {
    if (turns > 40) throw new Error('the match did not end')
    const { turn } = stage.state()
    await stage.mover().pick()
    await stage.host.idle()
    await interrupt(0)
    for (const [nth, one] of stage.awaited().entries()) {
      await one.link(turn?.turn)
      await stage.host.idle()
      await interrupt(nth + 1)
    }
  }
}

describeDatabase('a sealed match whose server dies', (open) => {
  it('draws the same tiles, wherever in a turn it was, and each link counts once', async () => {
    const calm = await sealedStage(await open(), classic, { seed: 9 })
    await played(calm, async () => {})
    const restarted = await sealedStage(await open(), classic, { seed: 9 })
    let steps = 0
    await played(restarted, async () => {
      steps += 1
      if (restarted.state().result) return
      const before = restarted.state()
      await restarted.restart(800)
      const { turn: _turn, seq: _seq, compensatedMs: _ms, ...after } = restarted.state()
      expect(before).toMatchObject(after)
    })
    expect(steps).toBeGreaterThan(10)
    expect(drawn(restarted)).toEqual(drawn(calm))
    expect(restarted.state().result?.payouts).toEqual(calm.state().result?.payouts)
    await holds(restarted)
  })

  it('gives the seats time to send again what was not written, and counts no one as silent for its own fault', async () => {
    const stage = await sealedStage(await open(), duel)
    await stage.mover().pick()
    const [other] = stage.awaited()
    await stage.restart(20_000)
    const grace = stage.host.world.settings.restartGraceMs
    await stage.pass(grace - 250)
    expect(stage.awaited()).toEqual([other])
    expect(await other?.link()).toBe(bodyCode.ok)
    await stage.host.idle()
    expect(drawn(stage)).toHaveLength(1)
    expect(eventsOf(stage).some((event) => event.type === 'TileOpened' && event.silent)).toBe(false)
    expect(eventsOf(stage).some(({ type }) => type === 'ClockCompensated')).toBe(false)
    await holds(stage)
  })

  it('leaves out who does not come back in that time', async () => {
    const stage = await sealedStage(await open(), duel)
    await stage.mover().pick()
    const [other] = stage.awaited()
    await stage.restart(2_000)
    await stage.pass(stage.host.world.settings.restartGraceMs)
    expect(eventsOf(stage)).toContainEqual(
      expect.objectContaining({ type: 'TileOpened', silent: [other?.seat] }),
    )
    await holds(stage)
  })

  it.each(['before', 'after'] as const)(
    'decides once where the connection to the database dies %s a write',
    async (when) => {
      const { db, fault } = withFaults(await open())
      const stage = await sealedStage(db, classic)
      fault.next = when
      expect(await stage.mover().pick()).toBe(bodyCode.ok)
      const waiting = stage.awaited()
      fault.next = when
      expect(await Promise.all(waiting.map((one) => one.link()))).toEqual(waiting.map(() => bodyCode.ok))
      await stage.host.idle()
      expect(fault.struck).toBe(2)
      expect(drawn(stage)).toHaveLength(1)
      await holds(stage)
    },
  )

  it('is called off by rule where the house has no link any more, or another one', async () => {
    for (const isGone of [true, false]) {
      const stage = await sealedStage(await open(), duel)
      await stage.mover().pick()
      const [other] = stage.awaited()
      const match = stage.host.world.matches.get(stage.matchId)
      if (!match) throw new Error('the match is gone')
      const { chain: _lost, ...rest } = match.secret
      const secret = isGone ? rest : { ...rest, chain: '99'.repeat(32) }
      const { current } = stage.sealKeys
      const sealed = sealSecret(current, stage.matchId, secret, (count) => new Uint8Array(count))
      await stage.db.query('update match_secret set sealed = $2 where match_id = $1', [stage.matchId, sealed])
      await stage.restart(500)
      expect(await other?.link()).toBe(bodyCode.ok)
      await stage.host.idle()
      expect(stage.state().result).toMatchObject({
        outcome: 'voided',
        reason: 'link-missing',
        payouts: [
          { seat: 0, amount: '100' },
          { seat: 1, amount: '100' },
        ],
      })
      await holds(stage)
    }
  })

  it('is called off by rule after a very long outage', async () => {
    const stage = await sealedStage(await open(), duel)
    await stage.mover().pick()
    await stage.restart(3_600_000)
    expect(stage.state()).toMatchObject({ pick: null, result: { reason: 'interrupted' } })
    await holds(stage)
  })
})
