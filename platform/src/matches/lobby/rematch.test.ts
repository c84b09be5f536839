import { catalogue } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { type Guest, playOut, type Stage, setStage } from '../testing.ts'

const rematchOf = (stage: Stage) => {
  const last = stage.published.filter(({ name }) => name === 'match.rematch').at(-1)
  return last?.payload
}

const endedMatch = async (stage: Stage, guests: readonly Guest[]) => {
  const [first] = guests
  if (!first) throw new Error('no one plays')
  await first.find()
  const matchId = [...stage.host.world.matches.keys()].at(-1)
  if (!matchId) throw new Error('no match was opened')
  const seated = []
  for (const guest of guests) seated.push({ guest, ...(await guest.sit(matchId)) })
  await stage.pass(3_000)
  for (const { guest, seed } of seated) expect(await guest.reveal(matchId, seed)).toBe(200)
  await stage.host.idle()
  for (const { guest } of seated.slice(1)) await guest.leave(matchId)
  await playOut(stage, first, matchId, seated[0]?.seat ?? 0)
  await stage.host.idle()
  return matchId
}

describeDatabase('a rematch', (open) => {
  it('is opened at once when all people agreed, is theirs alone, and practice opponents fill it up', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [50, 60] } })
    const [guest, stranger] = [await stage.guest(), await stage.guest()]
    const matchId = await endedMatch(stage, [guest])
    const ask = (playerId: string) => stage.bus.request('match.rematch', { playerId, matchId })
    expect((await ask(stranger.id)).code).toBe(1308)
    const { tables } = stage.host.world
    const table = tables.get('mines-trial')
    if (!table) return expect.fail('there is no trial')
    tables.set(table.gameId, { ...table, isOpen: false })
    expect((await ask(guest.id)).code).toBe(1404)
    tables.set(table.gameId, table)
    expect((await ask(guest.id)).code).toBe(200)
    await stage.host.idle()
    const next = [...stage.host.world.matches.keys()].at(-1)
    if (!next) throw new Error('no match was opened')
    expect(rematchOf(stage)).toMatchObject({ matchId, agreed: [expect.any(Number)], next })
    expect((await stranger.find()).data).not.toMatchObject({ matchId: next })
    expect((await stranger.sit(next)).code).toBe(1403)
    await stage.restart()
    expect((await stranger.sit(next)).code).toBe(1403)
    expect((await guest.sit(next)).code).toBe(200)
    await stage.pass(3_000)
    expect(stage.match(next).phase).toBe('locking')
  })

  it('waits ten seconds for the others, then begins with those who agreed; the digest tells of the win', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [50, 60] } })
    const guests = [await stage.guest(), await stage.guest()]
    const matchId = await endedMatch(stage, guests)
    const [first] = guests
    await stage.bus.request('match.rematch', { playerId: first?.id ?? '', matchId })
    await stage.pass(1_000)
    expect(rematchOf(stage)).toMatchObject({ matchId, next: null })
    await stage.pass(9_000)
    expect(rematchOf(stage)).toMatchObject({
      matchId,
      agreed: [expect.any(Number)],
      next: expect.any(String),
    })

    const digest = await stage.bus.request('lobby.digest', {})
    const trial = digest.data?.tables.find(({ gameId }) => gameId === 'mines-trial')
    expect(trial).toMatchObject({ playing: 0, gathering: [], waitMs: expect.any(Number) })
    expect(digest.data?.tables).toHaveLength(catalogue.length)
    const { result, table } = stage.match(matchId)
    const winner = result?.payouts[0] && table[result.payouts[0].seat]
    const byPerson = winner?.player.kind === 'guest'
    expect(digest.data?.wins.map(({ player }) => player)).toEqual(byPerson ? [winner.player] : [])
    const told = stage.published.filter(({ name }) => name === 'lobby.digest')
    expect(told.length).toBeGreaterThan(1)

    const next = [...stage.host.world.matches.keys()].at(-1)
    if (!next || next === matchId) throw new Error('no match was opened')
    await stage.restart()
    expect((await guests[1]?.sit(next))?.code).toBe(1403)
    expect((await first?.sit(next))?.code).toBe(200)
    await stage.restart()
    expect((await guests[1]?.sit(next))?.code).toBe(1403)
  })

  it('stays open until the time it announced, though its match would leave memory before', async () => {
    const stage = await setStage(await open(), {
      settings: { practiceThinkMs: [50, 60], keepEndedMs: 5_000 },
    })
    const [one, other] = [await stage.guest(), await stage.guest()]
    const matchId = await endedMatch(stage, [one, other])
    const ask = async ({ id: playerId }: Guest) =>
      (await stage.bus.request('match.rematch', { playerId, matchId })).code
    expect(await ask(one)).toBe(200)
    await stage.pass(8_000)
    expect(await ask(other)).toBe(200)
    await stage.host.idle()
    expect(rematchOf(stage)).toMatchObject({ matchId, agreed: [0, 1], next: expect.any(String) })
    await stage.pass(1_000)
    expect(stage.host.world.matches.has(matchId)).toBe(false)
  })
})
