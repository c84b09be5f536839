import { type Digest, digestSchema } from '@minefall/shared/contracts/live'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { setBlocked } from '../../accounts/testing.ts'
import { newInvitationCode } from '../../accounts/testing-invitations.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Guest, playOut, type Stage, setStage } from '../testing.ts'
import { account, duel, playMatch } from './testing-accounts.ts'

const digestOf = async (stage: Stage): Promise<Digest> => {
  const { data } = await stage.bus.request('lobby.digest', {})
  if (!data) throw new Error('the lobby told nothing')
  return data
}

const found = async (stage: Stage, { id: playerId }: Guest): Promise<MatchId> => {
  const { data } = await stage.bus.request('lobby.find', { ...duel, playerId })
  return matchIdSchema.parse(data?.matchId)
}

const duelIn = ({ tables }: Digest) => tables.find(({ gameId }) => gameId === duel.gameId)
const queue = { stake: duel.stake, asset: duel.asset }
const win = { gameId: duel.gameId, asset: 'coin', amount: '200', player: { kind: 'player' } }
const players = [
  { name: expect.stringContaining('Guest'), avatar: 'cat-1', kind: 'player', out: false },
  { name: expect.stringContaining('Guest'), avatar: 'cat-1', kind: 'player', out: false },
]

describeDatabase('the lobby’s figures', (open) => {
  it('follow a match from the first seat to the win, and know the win after a restart', async () => {
    const stage = await setStage(await open())
    const [host, friend] = [await account(stage, 500n), await account(stage, 500n)]
    expect(await digestOf(stage)).toMatchObject({ playing: 0, wins: [], live: [] })
    expect(duelIn(await digestOf(stage))).toMatchObject({ playing: 0, gathering: [], waitMs: null })

    const matchId = await found(stage, host)
    expect(duelIn(await digestOf(stage))?.gathering).toEqual([])
    const first = await host.sit(matchId)
    await stage.host.idle()
    expect(duelIn(await digestOf(stage))?.gathering).toEqual([{ ...queue, seats: 2, avatars: ['cat-1'] }])

    await stage.pass(4_000)
    const second = await friend.sit(matchId)
    await stage.host.idle()
    await host.reveal(matchId, first.seed)
    await friend.reveal(matchId, second.seed)
    await stage.host.idle()
    const begun = await digestOf(stage)
    expect(begun).toMatchObject({ playing: 2, wins: [], live: [{ matchId, gameId: duel.gameId, players }] })
    expect(duelIn(begun)).toEqual({ gameId: duel.gameId, playing: 2, gathering: [], waitMs: 2_000 })

    await friend.leave(matchId)
    await stage.host.idle()
    const over = await digestOf(stage)
    expect(over).toMatchObject({ playing: 0, live: [], wins: [{ ...win, at: stage.clock.now() }] })
    await stage.restart()
    await stage.host.idle()
    expect((await digestOf(stage)).wins).toEqual(over.wins)
  })

  it('show who won under the name that they have now, and not while they are hidden or blocked, within two seconds', async () => {
    const stage = await setStage(await open())
    const { db } = stage
    const [winner, other] = [await account(stage, 500n), await account(stage, 500n)]
    await db.query(
      `insert into login_account (player_id, invitation_code, secured_at, created_at, adult_at, residence)
       values ($1, $2, now(), now(), now(), 'DE')`,
      [winner.id, newInvitationCode()],
    )
    const named = (name: string) => db.query('update player set name = $2 where id = $1', [winner.id, name])
    const hidden = (isHidden: boolean) =>
      db.query(
        `insert into public_profile (player_id, hidden) values ($1, $2)
         on conflict (player_id) do update set hidden = excluded.hidden`,
        [winner.id, isHidden],
      )
    await named('Rude')
    const matchId = await found(stage, winner)
    await playMatch(stage, matchId, [winner, other])
    await other.leave(matchId)
    const shown = async () => {
      await stage.pass(2_000)
      const told = digestSchema.parse(
        stage.published.findLast(({ name }) => name === 'lobby.digest')?.payload,
      )
      expect((await digestOf(stage)).wins).toEqual(told.wins)
      return told.wins.map(({ player }) => player.name)
    }
    expect(await shown()).toEqual(['Rude'])
    // As staff remove it.
    await named('Quiet Otter')
    expect(await shown()).toEqual(['Quiet Otter'])
    await hidden(true)
    expect(await shown()).toEqual([])
    await stage.restart()
    expect(await shown()).toEqual([])
    await hidden(false)
    expect(await shown()).toEqual(['Quiet Otter'])
    await setBlocked(db, winner.id, new Date(stage.clock.now()))
    expect(await shown()).toEqual([])
  })

  it('tell of no wait below zero, though the clock is set back while someone waits', async () => {
    const clock = manualClock(1_700_000_000_000)
    let aheadMs = 60_000
    const stage = await setStage(await open(), { clock: { ...clock, now: () => clock.now() + aheadMs } })
    const [host, friend] = [await account(stage, 500n), await account(stage, 500n)]
    const matchId = await found(stage, host)
    const first = await host.sit(matchId)
    aheadMs = 0
    const second = await friend.sit(matchId)
    await stage.host.idle()
    await host.reveal(matchId, first.seed)
    await friend.reveal(matchId, second.seed)
    await stage.host.idle()
    expect(duelIn(await digestOf(stage))).toMatchObject({ playing: 2, waitMs: 0 })
  })

  it('offer two matches of a table to watch, those offered already before newer ones, and no private one', async () => {
    const stage = await setStage(await open())
    const begin = async () => {
      const pair = [await account(stage, 500n), await account(stage, 500n)] as const
      const matchId = await found(stage, pair[0])
      await playMatch(stage, matchId, pair)
      return { matchId, pair }
    }
    const watched = async () => (await digestOf(stage)).live.map(({ matchId }) => matchId)

    const [host, friend] = [await account(stage, 500n), await account(stage, 500n)]
    const hosted = await stage.bus.request('lobby.host', { ...duel, playerId: host.id })
    await playMatch(stage, matchIdSchema.parse(hosted.data?.matchId), [host, friend])
    expect(await watched()).toEqual([])
    // Of a private one nothing is shown but that people play.
    expect(duelIn(await digestOf(stage))).toMatchObject({ playing: 2, gathering: [], waitMs: null })

    const one = await begin()
    await stage.pass(1_000)
    const two = await begin()
    expect(await watched()).toEqual([one.matchId, two.matchId])
    await stage.pass(1_000)
    const three = await begin()
    expect(await watched()).toEqual([one.matchId, two.matchId])
    await one.pair[0].leave(one.matchId)
    await stage.host.idle()
    expect(await watched()).toEqual([two.matchId, three.matchId])
  })

  it('show practice opponents as such, and count none of them', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const { playing, live } = await digestOf(stage)
    expect(playing).toBe(1)
    expect(live).toMatchObject([{ matchId, asset: 'trial', stake: '100' }])
    const kinds = live.flatMap((match) => match.players.map(({ kind }) => kind))
    expect(kinds.sort()).toEqual(['guest', 'practice', 'practice', 'practice', 'practice'])
    await playOut(stage, guest, matchId, seat)
    expect(await digestOf(stage)).toMatchObject({ playing: 0, live: [] })
  })
})
