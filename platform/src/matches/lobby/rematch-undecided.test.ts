import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import { sweep } from '../beat.ts'
import { type Guest, type Stage, setStage } from '../testing.ts'
import { rematches } from './rematch.ts'
import { account, duel, playMatch } from './testing-accounts.ts'

/**
 * A match that two played to its end, and agreements to another whose outcome is decided by what `reading` does when
 * both players' coins are read.
 */
const setAgreeing = async (stage: Stage) => {
  const [one, other] = [await account(stage, 500n), await account(stage, 500n)]
  const found = await stage.bus.request('lobby.find', { ...duel, playerId: one.id })
  const matchId = matchIdSchema.parse(found.data?.matchId)
  await playMatch(stage, matchId, [one, other])
  await other.leave(matchId)
  await stage.host.idle()
  const { world } = stage.host
  const match = world.matches.get(matchId)
  if (!match) throw new Error('no match was played')
  const at = { reading: () => {} }
  const isOfBoth = ([ids]: readonly unknown[] = []) => Array.isArray(ids) && ids.length === 2
  const db: typeof world.db = {
    ...world.db,
    async query(text, values) {
      if (text.includes('player_balance') && isOfBoth(values)) at.reading()
      return world.db.query(text, values)
    },
  }
  const own = rematches({ ...world, db })
  onTestFinished(own.close)
  const agree = async ({ id: playerId }: Guest) => (await own.agree(match, { playerId, matchId })).code
  return { at, own, match, one, other, agree }
}

/** What was reported about agreements at a match, in order. */
const rematchEvents = ({ published }: Stage, matchId: MatchId) =>
  published.flatMap(({ name, payload }) =>
    name === 'match.rematch' && Object(payload).matchId === matchId ? [Object(payload)] : [],
  )

describeDatabase('a rematch whose outcome can’t be decided at once', (open) => {
  it('is handed over with its shard', async () => {
    const stage = await setStage(await open())
    const { at, own, match, one, other, agree } = await setAgreeing(stage)
    expect(await agree(one)).toBe(200)
    at.reading = () => {
      match.dropped = true
      match.shard.held = false
    }
    expect(await agree(other)).toBe(200)
    const running = own.running(match.shard.number)
    expect(running).toEqual([{ matchId: match.id, agreed: [0, 1], until: expect.any(Number) }])

    // As the node that has the shard next goes on with it.
    own.forget(match.id)
    at.reading = () => {}
    match.dropped = false
    match.shard.held = true
    own.resume(running)
    await stage.clock.advance(0)
    await stage.host.idle()
    expect(rematchEvents(stage, match.id).at(-1)).toMatchObject({ agreed: [0, 1], next: expect.any(String) })
  })

  it('is tried again when the database is back', async () => {
    const stage = await setStage(await open())
    const { at, match, one, other, agree } = await setAgreeing(stage)
    expect(await agree(one)).toBe(200)
    at.reading = () => {
      throw new Error('the database is away')
    }
    await expect(agree(other)).rejects.toThrow('away')
    at.reading = () => {}
    expect(await agree(other)).toBe(200)
    await stage.pass(1_000)
    expect(rematchEvents(stage, match.id).at(-1)).toMatchObject({ agreed: [0, 1], next: expect.any(String) })
  })

  it('is decided after all where its time was over while the shard was to be handed over', async () => {
    const stage = await setStage(await open())
    const { match, one, agree } = await setAgreeing(stage)
    expect(await agree(one)).toBe(200)
    match.dropped = true
    await stage.pass(10_000)
    match.dropped = false
    const before = rematchEvents(stage, match.id).length
    await stage.pass(1_000)
    expect(rematchEvents(stage, match.id).slice(before)).toEqual([
      { matchId: match.id, agreed: [0], until: expect.any(Number), next: null },
    ])
  })

  it('keeps its match in memory, also while it is being decided', async () => {
    const stage = await setStage(await open(), { settings: { keepEndedMs: 0 } })
    const { world } = stage.host
    const { at, own, match, one, other, agree } = await setAgreeing(stage)
    expect(await agree(one)).toBe(200)
    at.reading = () => {
      sweep(world, own)
      throw new Error('the database is away')
    }
    await expect(agree(other)).rejects.toThrow('away')
    expect(world.matches.has(match.id)).toBe(true)
    at.reading = () => {}
    await stage.pass(1_000)
    expect(rematchEvents(stage, match.id).at(-1)).toMatchObject({ agreed: [0, 1], next: expect.any(String) })
  })

  it('is not begun for a match that has left memory in the meantime', async () => {
    const stage = await setStage(await open(), { settings: { keepEndedMs: 0 } })
    const { own, match, one, agree } = await setAgreeing(stage)
    const asked = agree(one)
    sweep(stage.host.world, own)
    expect(await asked).toBe(1303)
    expect(own.running(match.shard.number)).toEqual([])
  })

  it('is handed over though its match would be out of memory already', async () => {
    const stage = await setStage(await open(), { settings: { keepEndedMs: 5_000 } })
    const { own, match, one, agree } = await setAgreeing(stage)
    await stage.pass(4_000)
    expect(await agree(one)).toBe(200)
    const running = own.running(match.shard.number)
    own.close()
    await stage.restart(4_000)
    const next = rematches(stage.host.world)
    onTestFinished(next.close)
    next.resume(running)
    const before = rematchEvents(stage, match.id).length
    await stage.pass(6_000)
    expect(rematchEvents(stage, match.id).slice(before)).toEqual([
      { matchId: match.id, agreed: [0], until: expect.any(Number), next: null },
    ])
  })

  it('is not resumed where the last owner of its shard opened the match in the meantime', async () => {
    const stage = await setStage(await open())
    const { own, match, one, other, agree } = await setAgreeing(stage)
    expect(await agree(one)).toBe(200)
    const given = own.running(match.shard.number)
    expect(await agree(other)).toBe(200)
    await stage.restart()
    const taker = rematches(stage.host.world)
    onTestFinished(taker.close)
    taker.resume(given)
    await stage.pass(defaultMatchSettings.rematchMs + 1_000)
    expect(rematchEvents(stage, match.id)).toHaveLength(2)
  })
})
