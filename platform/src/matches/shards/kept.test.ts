import { ok } from '@minefall/shared/contracts'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { withFaults } from '../faults.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { rematches } from '../lobby/rematch.ts'
import { setStage } from '../testing.ts'
import { forgetMatches } from './forget.ts'
import { handOver, takeWithinMs } from './hand-over.ts'
import { holdShards } from './held.ts'

const to = 'other'

describeDatabase('a shard that is offered to a node that does not take it', (open) => {
  /** Someone's turn at a table against practice opponents, whose shard can be given away. */
  const setTurn = async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { practiceThinkMs: [50, 60] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const { world } = stage.host
    const match = world.matches.get(matchId)
    if (!match) throw new Error('the match is not live')
    const { shard } = match
    const held = holdShards()
    held.open([shard])
    const agreements = rematches(world)
    let isOurs = true
    return {
      stage,
      fault,
      match,
      held,
      give: () =>
        handOver(
          world,
          { held, isOurs: () => isOurs, rematches: agreements },
          { shards: new Set([shard]), to },
        ),
      lose() {
        isOurs = false
        held.shut(shard)
        forgetMatches(world, agreements, shard)
      },
      move: () => {
        const { turn, board } = match.record.state
        return guest.open(matchId, turn?.turn ?? -1, board?.tiles.indexOf(null) ?? -1)
      },
    }
  }
  const given = ({ record }: LiveMatch) =>
    record.events.flatMap((event) => (event.type === 'ClockCompensated' ? [event.ms] : []))

  it('goes on though what it had in hand is committed only later', async () => {
    const { stage, fault, match, held, give, move } = await setTurn()
    fault.away = true
    const moved = move()
    await stage.clock.advance(0)
    const giving = give()
    await stage.clock.advance(1_000)
    expect(await giving).toEqual([match.shard])
    fault.away = false
    await stage.clock.advance(1_000)
    expect((await moved).code).toBe(200)
    await stage.host.idle()
    expect([match.dropped, held.isHeld(match.shard.number)]).toEqual([false, true])
    const { seq } = match.record.state
    await stage.pass(20_000)
    expect(match.record.state.seq).toBeGreaterThan(seq)
  })

  it('is not gone on with when it was lost to a third in the meantime', async () => {
    const { stage, fault, match, held, give, lose, move } = await setTurn()
    fault.away = true
    const moved = move()
    await stage.clock.advance(0)
    const giving = give()
    await stage.clock.advance(500)
    lose()
    await stage.clock.advance(500)
    expect(await giving).toEqual([])
    expect([match.dropped, held.isHeld(match.shard.number)]).toEqual([true, false])
    fault.away = false
    await stage.clock.advance(1_000)
    await moved
  })

  it('gives the turn the time back for which it was paused', async () => {
    const { stage, match, give } = await setTurn()
    const asked = new Promise<void>((resolve) => {
      const never = () => {
        resolve()
        return new Promise<never>(() => {})
      }
      stage.bus.respond('shard.take', never, { at: to })
    })
    const giving = give()
    await asked
    await stage.clock.advance(takeWithinMs)
    expect(await giving).toEqual([match.shard])
    await stage.host.idle()
    expect(given(match)).toEqual([takeWithinMs])
  })

  it('leaves no clock behind when its node stops in the meantime', async () => {
    const { stage, fault, match, give, move } = await setTurn()
    fault.away = true
    const moved = move()
    await stage.clock.advance(0)
    const giving = give().catch((error: unknown) => error)
    await stage.clock.advance(100)
    await stage.host.close()
    expect(await giving).toBeInstanceOf(Error)
    await moved
    expect([match.dropped, match.step, match.expiry]).toEqual([true, null, null])
  })

  it('calls off what gathers on terms that its table gave up in the meantime', async () => {
    const stage = await setStage(await open())
    const { world } = stage.host
    await (await stage.guest()).find()
    const [match] = world.matches.values()
    const table = match && world.tables.get(match.record.state.gameId)
    if (!table) throw new Error('no match gathers')
    const held = holdShards()
    held.open([match.shard])
    const giving = handOver(
      world,
      { held, isOurs: () => true, rematches: rematches(world) },
      { shards: new Set([match.shard]), to },
    )
    world.tables.set(table.gameId, { ...table, stakes: [] })
    expect(await giving).toEqual([match.shard])
    await stage.host.idle()
    expect(match.record.state.result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
  })

  it('is another’s once it said so', async () => {
    const { stage, held, match, give } = await setTurn()
    stage.bus.respond('shard.take', async () => ok(null), { at: to })
    expect(await give()).toEqual([])
    expect([match.dropped, held.isHeld(match.shard.number)]).toEqual([true, false])
  })
})
