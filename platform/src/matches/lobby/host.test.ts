import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { readRecord } from '../recovery/past.ts'
import { type Stage, setStage, trial } from '../testing.ts'
import { account, duel, playMatch } from './testing-accounts.ts'

const ask = (stage: Stage, playerId: string, queue: object = {}) =>
  stage.bus.request('lobby.host', { ...duel, ...queue, playerId })

const hosted = async (stage: Stage, playerId: string, queue: object = {}): Promise<MatchId> => {
  const { code, msg, data } = await ask(stage, playerId, queue)
  if (!data) throw new Error(`host: ${code} ${msg}`)
  return matchIdSchema.parse(data.matchId)
}

const rowOf = async (stage: Stage, matchId: MatchId) =>
  (await stage.db.query('select private, host, rematch_of, phase from match where id = $1', [matchId]))
    .rows[0]

describeDatabase('a private table', (open) => {
  it('is one however often its host asks, and no one else finds it or sees it in the figures', async () => {
    const stage = await setStage(await open())
    const [host, friend, stranger] = [
      await account(stage, 500n),
      await account(stage, 500n),
      await account(stage, 500n),
    ]
    const asked = await Promise.all(Array.from({ length: 10 }, () => hosted(stage, host.id)))
    const [matchId] = asked
    if (!matchId) throw new Error('nothing was opened')
    expect(new Set(asked)).toEqual(new Set([matchId]))
    expect(stage.host.world.matches.size).toBe(1)
    expect(await rowOf(stage, matchId)).toEqual({
      private: true,
      host: host.id,
      rematch_of: null,
      phase: 'gathering',
    })
    expect(await balanceOf(stage.db, host.id)).toMatchObject({ coin: '500', held: { coin: '0' } })

    expect((await friend.sit(matchId)).code).toBe(200)
    const found = await stage.bus.request('lobby.find', { ...duel, playerId: stranger.id })
    expect(found.data?.matchId).not.toBe(matchId)
    const digest = await stage.bus.request('lobby.digest', {})
    expect(digest.data?.tables.find(({ gameId }) => gameId === duel.gameId)?.gathering).toEqual([])
    const follow = { playerId: stranger.id, matchId, seq: null, unacknowledged: [] }
    expect((await stage.bus.request('match.resume', follow)).data).toMatchObject({
      private: true,
      seat: null,
    })
    const listed = matchIdSchema.parse(found.data?.matchId)
    const other = await stage.bus.request('match.resume', { ...follow, matchId: listed })
    expect(other.data?.private).toBe(false)

    // It stays the same, private and its host's over a restart.
    await stage.restart()
    expect(await hosted(stage, host.id)).toBe(matchId)
    const own = await stage.bus.request('lobby.find', { ...duel, playerId: host.id })
    expect(own.data?.matchId).not.toBe(matchId)
    expect((await host.sit(matchId)).code).toBe(200)
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('locking')
  })

  it('is played and paid like any other, and neither wait nor win of it is sent to the lobby', async () => {
    const stage = await setStage(await open())
    const [host, friend] = [await account(stage, 500n), await account(stage, 500n)]
    const matchId = await hosted(stage, host.id)
    await playMatch(stage, matchId, [host, friend])
    expect(await friend.leave(matchId)).toBe(200)
    await stage.host.idle()
    expect(await balanceOf(stage.db, host.id)).toMatchObject({ coin: '600' })
    expect(await balanceOf(stage.db, friend.id)).toMatchObject({ coin: '400' })
    const quiet = { wins: [], tables: expect.arrayContaining([expect.objectContaining({ waitMs: null })]) }
    expect((await stage.bus.request('lobby.digest', {})).data).toMatchObject(quiet)
    await stage.restart()
    expect((await stage.bus.request('lobby.digest', {})).data).toMatchObject({ wins: [] })
    expect((await readRecord(stage.db, matchId))?.isPrivate).toBe(true)
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })

    // The next one stays private when a missing seed moves its players on.
    const second = await hosted(stage, host.id)
    expect(second).not.toBe(matchId)
    const { seed } = await host.sit(second)
    await friend.sit(second)
    await stage.host.idle()
    await host.reveal(second, seed)
    await stage.pass(6_000)
    const { result } = stage.match(second)
    const next = matchIdSchema.parse(result?.outcome === 'voided' ? result.next : null)
    expect(await rowOf(stage, next)).toMatchObject({ private: true, host: host.id })
    expect((await friend.sit(next)).code).toBe(200)
  })

  it('is refused where it can’t be; it makes room for the next while it is empty, and is the only one otherwise', async () => {
    const stage = await setStage(await open())
    const [guest, player] = [await stage.guest(), await account(stage, 500n)]
    expect((await ask(stage, guest.id)).code).toBe(1307)
    expect((await ask(stage, player.id, trial)).code).toBe(1403)
    expect((await ask(stage, player.id, { stake: '7' })).code).toBe(1001)
    expect((await ask(stage, player.id, { asset: 'trial' })).code).toBe(1001)
    expect((await ask(stage, player.id, { gameId: 'mines-none' })).code).toBe(1404)
    expect((await ask(stage, '00000000-0000-4000-8000-000000000000')).code).toBe(1404)
    expect(stage.host.world.matches.size).toBe(0)
    // Too few coins are no hindrance to a table: they are asked for at the seat.
    const poor = await account(stage, 5n)
    expect((await poor.sit(await hosted(stage, poor.id))).code).toBe(1306)

    const [host, friend] = [await account(stage, 500n), await account(stage, 500n)]
    const first = await hosted(stage, host.id)
    const second = await hosted(stage, host.id, { stake: '10' })
    expect(second).not.toBe(first)
    await stage.host.idle()
    expect(stage.match(first).result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
    await friend.sit(second)
    const refused = await ask(stage, host.id, { asset: 'promo' })
    expect(refused).toMatchObject({ code: 1409, data: { matchId: second, gameId: duel.gameId } })
    expect(await hosted(stage, host.id, { stake: '10' })).toBe(second)
    // At a friend's table no one makes another.
    expect(await ask(stage, friend.id, { stake: '10' })).toMatchObject({
      code: 1305,
      data: { matchId: second },
    })
    await host.sit(second)
    await stage.host.idle()
    expect((await ask(stage, host.id, { stake: '10' })).code).toBe(1305)
  })
})
