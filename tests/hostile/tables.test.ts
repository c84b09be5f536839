import { bodyCode } from '@minefall/shared/contracts'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inDatabase } from '../harness/database-place.ts'
import { connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import { told } from '../harness/told.ts'
import { type Account, hex, newAccount } from '../integration/battles/accounts.ts'
import { type Ground, ground } from '../integration/battles/ground.ts'
import { sit, sitting } from '../integration/battles/seats.ts'

const practiceFillMs = 1_500
const shared = ground({ PRACTICE_FILL_MS: String(practiceFillMs) })
const classic = ['mines-classic', '100', 'coin'] as const
const trial = ['mines-trial', '100', 'trial'] as const
const seated = ({ table }: MatchState | { table: [] }) => table.filter((seat) => seat !== null).length

/** An account with coins, whose tab comes from this address. */
const comeFrom = async (address: string): Promise<Account> => {
  const account = await newAccount(shared(), { coin: 1_000n })
  const { deviceId, seeds, token } = account
  const player = await connectPlayer(shared().server.url, deviceId, seeds, token, address)
  shared().open.push(player)
  return { ...account, player }
}

const guest = async ({ server, open }: Ground = shared()): Promise<Player> => {
  const player = await connectPlayer(server.url)
  open.push(player)
  return player
}

const sitCode = async (player: Player, matchId: MatchId) =>
  (await player.ask('match.sit', sitting(matchId))).code

/** Leaves every seat that is held, so that the next test begins with empty tables. */
const standUp = async (players: readonly Player[]) => {
  for (const player of players) {
    const matchId = player.state()?.matchId
    if (matchId) await player.ask('match.leave', { commandId: hex(16), matchId })
  }
}

test('accounts that share a device get no seat beside each other, by the queue or by the link', async () => {
  const { db } = shared()
  const [one, other, stranger] = [
    await comeFrom('127.0.0.21'),
    await comeFrom('127.0.0.22'),
    await comeFrom('127.0.0.23'),
  ]
  await db.query(
    `insert into known_device (player_id, device_hash, seen_at)
     select $2, device_hash, seen_at from known_device where player_id = $1`,
    [one.id, other.id],
  )
  const first = await one.player.join(...classic)
  expect(await sitCode(other.player, first)).toBe(bodyCode.playingApart)
  const found = await other.player.ask('lobby.find', {
    gameId: classic[0],
    stake: classic[1],
    asset: classic[2],
  })
  expect(found.data).toMatchObject({ apart: true, taken: 0 })
  expect(await other.player.join(...classic)).not.toBe(first)
  expect(await stranger.player.join(...classic)).toBe(first)
  await standUp([one, other, stranger].map(({ player }) => player))
})

test('a third of one address waits at another table, and strangers play with either', async () => {
  const office: Account[] = []
  for (let come = 0; come < 3; come += 1) office.push(await comeFrom('127.0.0.31'))
  const stranger = await comeFrom('127.0.0.32')
  const tables: MatchId[] = []
  for (const { player } of office) tables.push(await player.join(...classic))
  expect(tables[1]).toBe(tables[0])
  expect(tables[2]).not.toBe(tables[0])
  expect(await stranger.player.join(...classic)).toBe(tables[0])
  expect(await sitCode((await comeFrom('127.0.0.31')).player, tables[0] as MatchId)).toBe(
    bodyCode.playingApart,
  )
  await standUp([...office, stranger].map(({ player }) => player))
})

test('a seat that was taken a moment before is answered with 1304, also after the lock', async () => {
  const [one, other, late] = [
    await comeFrom('127.0.0.41'),
    await comeFrom('127.0.0.42'),
    await comeFrom('127.0.0.43'),
  ]
  const matchId = await one.player.join('mines-duel', '100', 'coin')
  await sit(other.player, matchId)
  await one.player.until(({ phase }) => phase === 'locking')
  expect(await sitCode(late.player, matchId)).toBe(bodyCode.tableFull)
})

test('a socket follows a ninth match when one of eight is over, and otherwise gets a waiting time', async () => {
  const [watcher, host] = [await guest(), await comeFrom('127.0.0.51')]
  const opened: MatchId[] = []
  // Each closes the empty one before.
  for (const stake of ['10', '100', '10', '100', '10', '100', '10', '100', '10']) {
    const { data } = await host.player.ask('lobby.host', { gameId: 'mines-duel', stake, asset: 'coin' })
    if (!data) throw new Error('no table was opened')
    opened.push(data.matchId)
  }
  const follow = (matchId: MatchId) => watcher.ask('match.follow', { matchId, seq: null, unacknowledged: [] })
  for (const matchId of opened) expect((await follow(matchId)).code).toBe(bodyCode.ok)
  const live: MatchId[] = []
  for (let come = 0; come < 8; come += 1) {
    const { player } = await comeFrom('127.0.0.1')
    const { data } = await player.ask('lobby.host', { gameId: 'mines-duel', stake: '100', asset: 'coin' })
    if (data) live.push(data.matchId)
  }
  const answers = []
  for (const matchId of live) answers.push(await follow(matchId))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200, 200, 1429])
  expect(answers.at(-1)?.data).toEqual({ seconds: 10 })
})

/** A guest who is alone at a trial when the server is killed: a slow machine may seat practice opponents before. */
const leftAlone = async ({ server, url }: Ground): Promise<{ player: Player; matchId: MatchId }> => {
  for (;;) {
    const player = await guest()
    const matchId = await player.join(...trial)
    await server.kill()
    const { count } = await inDatabase({ url }, (sql) =>
      sql.query(
        `select from match_decision, jsonb_array_elements(events) as event
         where match_id = $1 and event->>'type' = 'SeatTaken'`,
        [matchId],
      ),
    )
    await server.start()
    if (count === 1) return { player, matchId }
  }
}

test('after a SIGKILL a trial waits for its player before practice opponents come', async () => {
  const { server } = shared()
  const { player, matchId } = await leftAlone(shared())
  const watcher = await guest()
  await watcher.follow(matchId)
  // The answers to three heartbeats: for longer than practice opponents wait.
  await expect.poll(() => told(watcher, 'match.beat').length).toBeGreaterThanOrEqual(3)
  expect(seated(watcher.state() ?? { table: [] })).toBe(1)
  const came = Date.now()
  const back = await connectPlayer(server.url, player.deviceId)
  shared().open.push(back)
  await back.follow(matchId)
  const { table } = await watcher.until(({ phase }) => phase !== 'gathering')
  const sat = told(watcher, 'match.events').flatMap(({ events }) =>
    events.filter(({ type }) => type === 'SeatTaken'),
  )
  expect(sat.length).toBe(table.length - 1)
  for (const { at } of sat) expect(at - came).toBeGreaterThanOrEqual(practiceFillMs)
})

describe('with little time to reveal', () => {
  const hasty = ground({ REVEAL_MS: '1000' })

  test('missed reveals pause a guest, and any account on their device', async () => {
    const player = await guest(hasty())
    const [gameId, stake, asset] = trial
    for (let times = 0; times < 3; times += 1) {
      const { data } = await player.ask('lobby.find', { gameId, stake, asset })
      if (!data) throw new Error('no table was found')
      await sit(player, data.matchId)
      await player.follow(data.matchId)
      expect(await player.until(hasEnded)).toMatchObject({ result: { reason: 'seed-missing' } })
      await player.ask('match.unfollow', { matchId: data.matchId })
    }
    const paused = await player.ask('lobby.find', { gameId, stake, asset })
    expect(paused.code).toBe(bodyCode.pausedFromSitting)
    const { until } = z.object({ until: z.number() }).parse(paused.data)
    expect(until - Date.now()).toBeGreaterThan(500_000)
    const account = await newAccount(hasty())
    const there = await connectPlayer(hasty().server.url, player.deviceId, new Map(), account.token)
    hasty().open.push(there)
    expect((await there.ask('lobby.find', { gameId, stake, asset })).data).toEqual({ until })
    expect((await account.player.ask('lobby.find', { gameId, stake, asset })).code).toBe(bodyCode.ok)
  })
})
