import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { type Guest, type Stage, setStage } from '../testing.ts'
import { account, duel, playMatch } from './testing-accounts.ts'

const agree = async (stage: Stage, { id: playerId }: Guest, matchId: MatchId) =>
  (await stage.bus.request('match.rematch', { playerId, matchId })).code

const told = (stage: Stage) => {
  const last = stage.published.filter(({ name }) => name === 'match.rematch').at(-1)
  return last?.payload as { agreed: number[]; next: MatchId | null } | undefined
}

/** A match of a queue among these, which all but the first leave. */
const ended = async (stage: Stage, guests: readonly Guest[], queue: typeof duel | typeof classic = duel) => {
  const [first] = guests
  const found = await stage.bus.request('lobby.find', { ...queue, playerId: first?.id ?? '' })
  const matchId = matchIdSchema.parse(found.data?.matchId)
  await playMatch(stage, matchId, guests)
  for (const guest of guests.slice(1)) await guest.leave(matchId)
  await stage.host.idle()
  expect(stage.match(matchId).phase).toBe('settled')
  return matchId
}

const classic = { gameId: 'mines-classic', stake: '100', asset: 'coin' } as const
const nextOf = (stage: Stage) => matchIdSchema.parse(told(stage)?.next)

describeDatabase('a rematch for coins', (open) => {
  it('is written as one, keeps its seats for those who agreed, and opens them when they do not come', async () => {
    const stage = await setStage(await open())
    const players = [await account(stage, 500n), await account(stage, 500n)]
    const stranger = await account(stage, 500n)
    const matchId = await ended(stage, players)
    for (const player of players) expect(await agree(stage, player, matchId)).toBe(200)
    await stage.host.idle()
    const next = nextOf(stage)
    const { rows } = await stage.db.query('select rematch_of, private from match where id = $1', [next])
    expect(rows).toEqual([{ rematch_of: matchId, private: false }])

    expect((await players[0]?.sit(next, 'ab'.repeat(16)))?.code).toBe(200)
    expect((await stranger.sit(next)).code).toBe(1304)
    const found = await stage.bus.request('lobby.find', { ...duel, playerId: stranger.id })
    expect(found.data?.matchId).not.toBe(next)
    await stage.pass(10_000)
    expect((await stranger.sit(next)).code).toBe(200)
    expect((await players[1]?.sit(next))?.code).toBe(1304)
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })

    // That of a private table is private again: free seats are for its link, not for the queue.
    const friends = [await account(stage, 500n), await account(stage, 500n)]
    const [host, friend] = friends
    if (!host || !friend) throw new Error('no one plays')
    const asked = await stage.bus.request('lobby.host', { ...duel, playerId: host.id })
    const privateId = matchIdSchema.parse(asked.data?.matchId)
    await playMatch(stage, privateId, friends)
    await friend.leave(privateId)
    await stage.host.idle()
    for (const player of friends) expect(await agree(stage, player, privateId)).toBe(200)
    await stage.host.idle()
    const again = nextOf(stage)
    const opened = await stage.db.query('select rematch_of, private, host from match where id = $1', [again])
    expect(opened.rows).toEqual([{ rematch_of: privateId, private: true, host: host.id }])
    await stage.restart()
    const passer = await account(stage, 500n)
    const listed = await stage.bus.request('lobby.find', { ...duel, playerId: passer.id })
    expect(listed.data?.matchId).not.toBe(again)
    expect((await friend.sit(again)).code).toBe(200)
  })

  it('tells who can’t pay at once, and goes on without them', async () => {
    const stage = await setStage(await open())
    const players = [await account(stage, 500n), await account(stage, 100n), await account(stage, 100n)]
    const others = [await account(stage, 500n), await account(stage, 500n)]
    const all = [...players, ...others]
    const matchId = await ended(stage, all, classic)
    const [rich, poor] = all
    if (!rich || !poor) throw new Error('no one plays')
    expect(await agree(stage, rich, matchId)).toBe(200)
    expect(await agree(stage, poor, matchId)).toBe(1306)
    for (const other of others) expect(await agree(stage, other, matchId)).toBe(200)
    await stage.pass(10_000)
    expect(told(stage)?.agreed).toEqual([0, 3, 4])
    const next = nextOf(stage)
    for (const player of [rich, ...others]) expect((await player.sit(next)).code).toBe(200)
    expect(stage.match(next).table.filter(Boolean)).toHaveLength(3)
    expect(await balanceOf(stage.db, poor.id)).toMatchObject({ coin: '0', held: { coin: '0' } })

    // Who spends the coins after agreeing is left out, and no one is left alone at a table.
    const two = [await account(stage, 500n), await account(stage, 200n)]
    const duelId = await ended(stage, two)
    const [winner, loser] = two
    if (!winner || !loser) throw new Error('no one plays')
    expect(await agree(stage, loser, duelId)).toBe(200)
    // A seat at another table holds what is left.
    const elsewhere = await stage.bus.request('lobby.find', { ...duel, playerId: loser.id })
    await loser.sit(matchIdSchema.parse(elsewhere.data?.matchId))
    expect(await agree(stage, winner, duelId)).toBe(200)
    await stage.host.idle()
    const seat = stage.match(duelId).table.find((one) => one?.holder === winner.id)?.seat
    expect(told(stage)).toMatchObject({ agreed: [seat], next: null })
  })
})
