import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { shardOfHost, shardOfMatch, shardOfQueue } from '@minefall/shared/shards'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { fund } from '../../ledger/testing.ts'
import type { Guest } from '../testing.ts'
import { type Cluster, setCluster, type TestNode } from '../testing-nodes.ts'
import type { QueueName } from './gathering.ts'

const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const
const classic = { gameId: 'mines-classic', stake: '10', asset: 'coin' } as const
const clues = { gameId: 'mines-clues', stake: '10', asset: 'coin' } as const

/** Two nodes with half of the shards each. */
const setTwo = async (open: () => Promise<Cluster['db']>): Promise<Cluster> => {
  const cluster = setCluster(await open())
  const [a, b] = await cluster.startAll('a', 'b')
  await cluster.until(() => a?.shards().length === 32 && b?.shards().length === 32)
  return cluster
}

/** Whether matches of both nodes were met, as must be after so many. */
const isBoth = (owners: ReadonlySet<string>, matches: number): boolean => {
  if (matches > 60) throw new Error('all matches are opened by the same node')
  return owners.size === 2
}

const account = async (cluster: Cluster): Promise<Guest> => {
  const guest = await cluster.guest()
  await cluster.db.query(`update player set kind = 'player' where id = $1`, [guest.id])
  await fund(cluster.db, guest.id, 'coin', 5_000n)
  return guest
}

/** An account whose seat shows a rating: it has met twenty others, who are new, in a match that is over. */
const rated = async (cluster: Cluster, mu: number): Promise<Guest> => {
  const guest = await account(cluster)
  await cluster.db.query(
    `with met as (
       insert into player (id, kind, name, avatar)
       select gen_random_uuid(), 'player', 'Someone', 'cat-1' from generate_series(1, 20) returning id
     ), secured as (
       insert into login_account (player_id, invitation_code, secured_at, created_at, adult_at, residence)
       select id, (10000000 + known.count + row_number() over ())::text, now(), now(), now(), 'DE'
       from (select $1::uuid as id union all select id from met) as new, (select count(*) from login_account) as known
       returning player_id
     ), shown as (
       insert into public_profile (player_id) values ($1)
     ), played as (
       insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, ended_at, plies, players)
       values (md5($1::text), 0, 'mines-clues', 'coin', 10, 4, '{}', '', 'settled', now(), 30, '[]') returning id
     ), seats as (
       insert into rated_seat (player_id, nth, match_id, ended_at, place, mu_before, sigma_before, mu, sigma)
       select player_id, n.nth, played.id, now(), 1, 1500, 250, 1500, 120
       from secured, played, (select nextval('rated_nth') as nth) as n
     )
     insert into rating (player_id, mu, sigma, matches, best, rated_at) values ($1, $2, 120, 30, $2, now())`,
    [guest.id, mu],
  )
  return guest
}

const ownerOfShard = (cluster: Cluster, shard: number): TestNode => {
  const owner = [...cluster.nodes.values()].find(({ host }) => host.world.shards.isHeld(shard))
  if (!owner) throw new Error(`no one has shard ${shard}`)
  return owner
}

/** The answer to a request; time passes in the meantime. */
const answered = async <T>(cluster: Cluster, asked: Promise<T>): Promise<T> => {
  let isAnswered = false
  void asked.then(() => {
    isAnswered = true
  })
  await cluster.until(() => isAnswered)
  return asked
}

const ask = (
  cluster: Cluster,
  name: 'lobby.find' | 'lobby.host',
  { id: playerId }: Guest,
  queue: QueueName = duel,
) => answered(cluster, cluster.bus.request(name, { ...queue, playerId }))
const found = async (...asked: Parameters<typeof ask>): Promise<MatchId> =>
  matchIdSchema.parse((await ask(...asked)).data?.matchId)

/** Seats everyone at a match and lets it begin. */
const begin = async (cluster: Cluster, matchId: MatchId, guests: readonly Guest[]) => {
  const seated = []
  for (const guest of guests) seated.push({ guest, ...(await answered(cluster, guest.sit(matchId))) })
  await cluster.until(() => cluster.match(matchId).phase === 'locking')
  for (const { guest, seed } of seated) expect(await answered(cluster, guest.reveal(matchId, seed))).toBe(200)
  await cluster.until(() => cluster.match(matchId).phase === 'playing')
}

describeDatabase('a lobby of two nodes', (open) => {
  it('seats people together, no matter who owns queue and match, one after another and all at once', async () => {
    const cluster = await setTwo(open)
    const owners = new Set<string>()
    for (let pairs = 0; pairs < 4 || !isBoth(owners, pairs); pairs += 1) {
      const [one, other] = [await account(cluster), await account(cluster)]
      const matchId = await found(cluster, 'lobby.find', one)
      owners.add(cluster.ownerOf(matchId).name)
      expect((await answered(cluster, one.sit(matchId))).code).toBe(200)
      // Anyone who asks next finds the seat taken, and the other one left.
      expect((await ask(cluster, 'lobby.find', other)).data).toMatchObject({ matchId, taken: 1 })
      expect((await answered(cluster, other.sit(matchId))).code).toBe(200)
    }

    const crowd: Guest[] = []
    for (let people = 0; people < 12; people += 1) crowd.push(await account(cluster))
    const asking = crowd.map(({ id: playerId }) =>
      cluster.bus.request('lobby.find', { ...classic, playerId }),
    )
    const matches = (await answered(cluster, Promise.all(asking))).map(({ data }) => data?.matchId)
    expect(new Set(matches).size).toBe(3)
    const sitting = crowd.map((guest, index) => guest.sit(matches[index] ?? expect.fail()))
    const sat = await answered(cluster, Promise.all(sitting))
    expect(new Set(sat.map(({ code }) => code))).toEqual(new Set([200]))
    expect(cluster.alarms).toEqual([])
  })

  it('seats those of a crowd together who are near by rating, no matter who owns queue and match', async () => {
    const cluster = await setTwo(open)
    const owners = new Set<string>()
    const sent = async (mu: number) => {
      const guest = await rated(cluster, mu)
      const matchId = await found(cluster, 'lobby.find', guest, clues)
      expect((await answered(cluster, guest.sit(matchId))).code).toBe(200)
      owners.add(cluster.ownerOf(matchId).name)
      return matchId
    }
    // Two tables of four come first, and make it a crowd.
    const first: MatchId[] = []
    for (let people = 0; people < 8; people += 1) first.push(await sent(people % 2 ? 1_300 : 1_800))
    expect(first.map((matchId) => first.indexOf(matchId))).toEqual([0, 0, 0, 0, 4, 4, 4, 4])
    for (let tables = 0; tables < 2 || !isBoth(owners, tables); tables += 2) {
      const [strong, weak]: [Set<MatchId>, Set<MatchId>] = [new Set(), new Set()]
      for (let pairs = 0; pairs < 4; pairs += 1) {
        strong.add(await sent(1_800 - pairs))
        weak.add(await sent(1_300 + pairs))
      }
      expect([strong.size, weak.size, new Set([...strong, ...weak]).size]).toEqual([1, 1, 2])
    }
    expect(cluster.alarms).toEqual([])
  })

  it('goes on gathering at the same matches when the owner of their queue is killed', async () => {
    const cluster = await setTwo(open)
    const queueOwner = ownerOfShard(cluster, shardOfQueue(duel))
    const owners = new Set<string>()
    const waiting = new Set<MatchId>()
    // Each gets a separate table, as the seat beside is left for someone who does not come.
    for (let tables = 0; tables < 4 || !isBoth(owners, tables); tables += 1) {
      const [guest, late] = [await account(cluster), await account(cluster)]
      const matchId = await found(cluster, 'lobby.find', guest)
      await answered(cluster, guest.sit(matchId))
      await found(cluster, 'lobby.find', late)
      owners.add(cluster.ownerOf(matchId).name)
      waiting.add(matchId)
    }
    queueOwner.kill()
    cluster.nodes.delete(queueOwner.name)
    const [left] = cluster.nodes.values()
    await cluster.until(() => left?.shards().length === 64)
    while (waiting.size > 0) {
      const guest = await account(cluster)
      const matchId = await found(cluster, 'lobby.find', guest)
      expect(waiting.delete(matchId)).toBe(true)
      expect((await answered(cluster, guest.sit(matchId))).code).toBe(200)
    }
  })

  it('goes on gathering at the same match when the bus was away', async () => {
    const cluster = await setTwo(open)
    const [one, other] = [await account(cluster), await account(cluster)]
    const matchId = await found(cluster, 'lobby.find', one)
    await answered(cluster, one.sit(matchId))
    await cluster.cutBus(true)
    await cluster.pass(5_000)
    await cluster.cutBus(false)
    expect(await found(cluster, 'lobby.find', other)).toBe(matchId)
  })

  it('opens a host’s tables in their shard, where whichever node has it next finds them', async () => {
    const cluster = await setTwo(open)
    const host = await account(cluster)
    const matchId = await found(cluster, 'lobby.host', host)
    expect(shardOfMatch(matchId)).toBe(shardOfHost(host.id))
    expect(await found(cluster, 'lobby.host', host)).toBe(matchId)
    const owner = cluster.ownerOf(matchId)
    owner.kill()
    cluster.nodes.delete(owner.name)
    expect(await found(cluster, 'lobby.host', host)).toBe(matchId)
  })

  it('lets no one sit who is paused, no matter who owns the queue', async () => {
    const cluster = await setTwo(open)
    const guest = await account(cluster)
    for (let times = 0; times < 3; times += 1) {
      const other = await account(cluster)
      const matchId = await found(cluster, 'lobby.host', other)
      await answered(cluster, guest.sit(matchId))
      const { seed } = await answered(cluster, other.sit(matchId))
      await cluster.until(() => cluster.match(matchId).phase === 'locking')
      await answered(cluster, other.reveal(matchId, seed))
      await cluster.until(() => cluster.match(matchId).phase === 'voided')
    }
    const queues = ['mines-duel', 'mines-classic', 'mines-clues'].flatMap((gameId) =>
      ['100', '1000'].flatMap((stake) =>
        (['coin', 'promo'] as const).map((asset) => ({ gameId, stake, asset })),
      ),
    )
    expect(new Set(queues.map((queue) => ownerOfShard(cluster, shardOfQueue(queue)).name)).size).toBe(2)
    for (const queue of queues) expect((await ask(cluster, 'lobby.find', guest, queue)).code).toBe(1311)
  })

  it('tells the same figures everywhere, of all nodes’ matches', async () => {
    const cluster = await setTwo(open)
    const owners = new Set<string>()
    let matches = 0
    for (; matches < 4 || !isBoth(owners, matches); matches += 1) {
      const pair = [await account(cluster), await account(cluster)] as const
      const matchId = await found(cluster, 'lobby.find', pair[0])
      await begin(cluster, matchId, pair)
      owners.add(cluster.ownerOf(matchId).name)
    }
    const waiting = await account(cluster)
    await answered(cluster, waiting.sit(await found(cluster, 'lobby.find', waiting, classic)))
    await cluster.pass(2_000)
    const digests = await Promise.all(
      [...cluster.nodes.values()].map(({ host }) => host.world.bus.request('lobby.digest', {})),
    )
    const shown = digests.map(({ data }) => ({ ...data, at: 0 }))
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]).toMatchObject({ playing: 2 * matches })
    expect(shown[0]?.live).toHaveLength(2)
    expect(shown[0]?.tables?.find(({ gameId }) => gameId === classic.gameId)?.gathering).toHaveLength(1)
  })

  it('opens the rematch that people agreed to, when a node is started between the first and the last of them', async () => {
    const cluster = setCluster(await open())
    const a = await cluster.start('a')
    const pairs: { matchId: MatchId; one: Guest; other: Guest }[] = []
    for (let matches = 0; matches < 8; matches += 1) {
      const [one, other] = [await account(cluster), await account(cluster)]
      const matchId = await found(cluster, 'lobby.find', one)
      await begin(cluster, matchId, [one, other])
      expect(await answered(cluster, other.leave(matchId))).toBe(200)
      pairs.push({ matchId, one, other })
    }
    const agree = ({ id: playerId }: Guest, matchId: MatchId) =>
      answered(cluster, cluster.bus.request('match.rematch', { playerId, matchId }))
    for (const { one, matchId } of pairs) expect((await agree(one, matchId)).code).toBe(200)
    const b = await cluster.start('b')
    await cluster.until(() => a.shards().length === 32 && b.shards().length === 32, 5_000)
    expect(pairs.some(({ matchId }) => b.host.world.shards.isHeld(shardOfMatch(matchId)))).toBe(true)
    for (const { matchId, one, other } of pairs) {
      expect((await agree(other, matchId)).code).toBe(200)
      await cluster.pass(100)
      const told = cluster.published.flatMap(({ name, payload }) =>
        name === 'match.rematch' && Object(payload).matchId === matchId ? [Object(payload)] : [],
      )
      expect(told.at(-1)).toMatchObject({ agreed: [0, 1], next: expect.any(String) })
      const next = matchIdSchema.parse(told.at(-1)?.next)
      for (const player of [one, other]) expect((await answered(cluster, player.sit(next))).code).toBe(200)
    }
  })
})
