import { busEvents } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { playOut, type Stage, setStage } from './testing.ts'

const beatsOf = ({ published }: Stage, matchId: MatchId) =>
  published
    .filter(({ name }) => name === 'match.beat')
    .flatMap(({ payload }) => busEvents['match.beat'].news.parse(payload))
    .filter((beat) => beat.matchId === matchId)

describeDatabase('the beats of a match', (open) => {
  it('come once a second, those of other shards at other times', async () => {
    const stage = await setStage(await open())
    const { shards } = stage.host.world
    const times = new Map<number, number[]>()
    stage.bus.subscribe('match.beat', null, (_beats, key) => {
      times.set(Number(key), [...(times.get(Number(key)) ?? []), stage.clock.now()])
    })
    for (let guests = 0; guests < 4; guests += 1) await (await stage.guest()).play()
    times.clear()
    await stage.pass(3_000)
    expect(times.size).toBeGreaterThan(1)
    expect(times.size).toBeLessThanOrEqual(shards.all().length)
    for (const [one = 0, two = 0, three = 0] of times.values())
      expect([two - one, three - two]).toEqual([1_000, 1_000])
    expect(new Set([...times.values()].map(([one = 0]) => one % 1_000)).size).toBeGreaterThan(1)
  })

  it('go on for ten seconds after its end, so that a lost last event is noticed, then stop', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const { seq } = await playOut(stage, guest, matchId, seat)
    const { endedAt, record } = stage.host.world.matches.get(matchId) ?? {}
    const ended = beatsOf(stage, matchId).length
    await stage.pass(Math.max(0, (endedAt ?? 0) + 10_000 - stage.clock.now()))
    const told = beatsOf(stage, matchId).slice(ended)
    expect(told.length).toBeGreaterThanOrEqual(8)
    expect(told.every((beat) => beat.seq === seq && beat.hash === record?.hash)).toBe(true)
    await stage.pass(3_000)
    expect(beatsOf(stage, matchId)).toHaveLength(ended + told.length)
  })
})
