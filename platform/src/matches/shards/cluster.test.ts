import { busEvents } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import { shardCount } from '@minefall/shared/shards'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { readRows } from '../journal/rows.ts'
import { type Cluster, setCluster, type TestNode } from '../testing-nodes.ts'
import { type Play, seatPeople } from './testing-play.ts'

const everyShard = Array.from({ length: shardCount }, (_, shard) => shard)
const sharesOf = (nodes: readonly TestNode[]) =>
  nodes.map((node) => node.shards().length).sort((a, b) => b - a)
/** Whether each shard is decided for by one of these nodes and no other of them. */
const areShared = (nodes: readonly TestNode[]) =>
  JSON.stringify(nodes.flatMap((node) => node.shards()).sort((a, b) => a - b)) === JSON.stringify(everyShard)
const arePlaced = (nodes: readonly TestNode[]) => {
  const shares = sharesOf(nodes)
  return areShared(nodes) && (shares[0] ?? 0) - (shares.at(-1) ?? 0) <= 1
}
const settings = { practiceThinkMs: [300, 600] as const }
/** Two nodes that have their halves and have heard each other well for a while. */
const startTwo = async (cluster: Cluster): Promise<[TestNode, TestNode]> => {
  const [a, b] = await cluster.startAll('a', 'b')
  if (!a || !b) throw new Error('they did not start')
  await cluster.until(() => arePlaced([a, b]))
  await cluster.pass(1_500)
  return [a, b]
}
/** The one of two that has someone's match, and the other. */
const ownerAndOther = (cluster: Cluster, { seats }: Play): [TestNode, TestNode] => {
  const [first] = seats
  if (!first) throw new Error('no one plays')
  const owner = cluster.ownerOf(first.matchId)
  const other = [...cluster.nodes.values()].find((node) => node !== owner)
  if (!other) throw new Error('there is one node alone')
  return [owner, other]
}
/** Waits, no one moving, until it is the turn of everyone who plays. */
const untilAllMove = (cluster: Cluster, { seats }: Play) =>
  cluster.until(() => seats.every(({ matchId, seat }) => cluster.match(matchId).turn?.seat === seat), 10_000)
const eventsOf = async (cluster: Cluster, matchId: MatchId) =>
  (await readRows(cluster.db, matchId)).flatMap(({ events }) => (Array.isArray(events) ? events : []))
/** What the clocks of a match were given back, with its cause and milliseconds. */
const givenBack = async (cluster: Cluster, matchId: MatchId) =>
  (await eventsOf(cluster, matchId)).filter(({ type }) => type === 'ClockCompensated')

describeDatabase('nodes that share the shards', (open) => {
  it('take their halves when they start together, and each shard is one’s alone', async () => {
    const cluster = setCluster(await open())
    const nodes = await cluster.startAll('a', 'b')
    await cluster.until(() => areShared(nodes))
    expect(sharesOf(nodes)).toEqual([32, 32])
    expect(cluster.alarms).toEqual([])
    for (const { host } of nodes) expect(host.ready()).toBe(true)
  })

  it('let no one start who has the name of one of them, as long as that one is there', async () => {
    const cluster = setCluster(await open())
    const nodes = await cluster.startAll('a', 'b')
    await cluster.until(() => areShared(nodes))
    const told = cluster.published.length
    await expect(cluster.start('b')).rejects.toThrow(
      'Another platform node is called b. Give each node a different NODE_NAME',
    )
    await cluster.pass(1_000)
    expect(areShared(nodes)).toBe(true)
    expect(cluster.alarms).toEqual([])
    const beats = cluster.published
      .slice(told)
      .filter(({ name, node }) => name === 'node.beat' && node === 'b')
    expect(beats.length).toBeGreaterThan(0)
    for (const { payload } of beats)
      expect(busEvents['node.beat'].news.parse(payload).shards).toHaveLength(32)

    cluster.node('b').kill()
    const again = await cluster.start('b')
    await cluster.until(() => arePlaced([cluster.node('a'), again]))
  })

  it('hand over under play what is another’s to have, and no one playing is given or loses anything', async () => {
    const cluster = setCluster(await open(), { settings })
    const a = await cluster.start('a')
    expect(a.shards()).toEqual(everyShard)
    const play = await seatPeople(cluster, 6)
    await play.until(() => play.seats.some(({ told }) => told.length > 1))
    const b = await cluster.start('b')
    await play.until(() => arePlaced([a, b]))
    const c = await cluster.start('c')
    await play.until(() => arePlaced([a, b, c]))
    expect(sharesOf([a, b, c])).toEqual([22, 21, 21])
    for (const { matchId } of play.seats) cluster.ownerOf(matchId)
    await play.finish()
    for (const { matchId, told } of play.seats) {
      expect(await givenBack(cluster, matchId)).toEqual([])
      expect(told.map(({ code }) => code).filter((code) => code !== 200)).toEqual([])
    }
    expect(cluster.alarms).toEqual([])
  })

  it('give everything away before they stop, and take it back when they are there again', async () => {
    const cluster = setCluster(await open(), { settings })
    const [a, b] = await startTwo(cluster)
    const play = await seatPeople(cluster, 4)
    const stopped = a.host.close().then(() => a.kill())
    let isStopped = false
    void stopped.then(() => {
      isStopped = true
    })
    await play.until(() => isStopped)
    cluster.nodes.delete('a')
    expect(b.shards()).toEqual(everyShard)
    const again = await cluster.start('a')
    await play.until(() => arePlaced([again, b]))
    await play.finish()
    for (const { matchId } of play.seats) expect(await givenBack(cluster, matchId)).toEqual([])
    expect(cluster.alarms).toEqual([])
  })
})

describeDatabase('when a node is killed', (open) => {
  it('another goes on with its matches within a second and a half, from its last beat', async () => {
    const cluster = setCluster(await open(), { settings })
    await startTwo(cluster)
    const play = await seatPeople(cluster, 6)
    const [a, b] = ownerAndOther(cluster, play)
    const orphans = play.seats.filter(({ matchId }) => cluster.ownerOf(matchId) === a)
    const turns = orphans.map(({ matchId }) => cluster.match(matchId).turn)
    const heard = cluster.published.length
    a.kill()
    const gap = await play.until(() => b.shards().length === shardCount)
    expect(gap).toBeLessThanOrEqual(1_000)
    const onTurn = orphans.filter(({ seat }, nth) => turns[nth]?.seat === seat)
    const isGiven = ({ type }: { type: string }) => type === 'ClockCompensated'
    await cluster.until(() =>
      onTurn.every(({ matchId }) => b.host.world.matches.get(matchId)?.record.events.some(isGiven)),
    )
    for (const { matchId } of onTurn) {
      const given = (await eventsOf(cluster, matchId)).filter(isGiven)
      expect(given).toHaveLength(1)
      expect(given[0]).toMatchObject({ cause: 'restart' })
      expect(given[0].ms).toBeGreaterThan(0)
      expect(given[0].ms).toBeLessThanOrEqual(gap + 200)
    }
    // No one hears of anyone that they are gone, before their BFFs had time to say how it is.
    await play.pass(3_000)
    const told = cluster.published.slice(heard).filter(({ name }) => name === 'match.presence')
    for (const { payload } of told) {
      const { matchId, seats } = busEvents['match.presence'].news.parse(payload)
      if (play.seats.some((seat) => seat.matchId === matchId)) expect(seats).not.toContain('gone')
    }
    await play.finish()
  })

  it('and all of them are, others of other names go on within two seconds of their start', async () => {
    const cluster = setCluster(await open(), { settings })
    await startTwo(cluster)
    const play = await seatPeople(cluster, 4)
    for (const node of cluster.nodes.values()) node.kill()
    cluster.nodes.clear()
    await cluster.pass(1_000)
    const began = cluster.clock.now()
    const nodes = await cluster.startAll('c', 'd')
    await cluster.until(() => arePlaced(nodes), 10_000)
    expect(cluster.clock.now() - began).toBeLessThanOrEqual(2_000)
    await play.finish()
    for (const { matchId } of play.seats) expect(cluster.match(matchId).result?.outcome).toBe('settled')
    expect(cluster.alarms).toEqual([])
  })

  it('what ended a moment ago is in memory again, for anyone who wants to play on', async () => {
    const cluster = setCluster(await open(), { settings })
    await startTwo(cluster)
    const play = await seatPeople(cluster, 1)
    await play.finish()
    const [a, b] = ownerAndOther(cluster, play)
    a.kill()
    await cluster.until(() => b.shards().length === shardCount)
    const [one] = play.seats
    if (!one) throw new Error('no one played')
    const { guest, matchId } = one
    const answer = await cluster.bus.request('match.rematch', {
      playerId: guest.id,
      matchId,
    })
    expect(answer.code).toBe(200)
    await cluster.pass(100)
    const rematch = cluster.published.filter(({ name }) => name === 'match.rematch').at(-1)?.payload
    expect(rematch).toMatchObject({ matchId, next: expect.any(String) })
  })
})

describeDatabase('a node that is stopped and goes on', (open) => {
  it('finds itself fenced: nothing of it is accepted, and it takes part again', async () => {
    const cluster = setCluster(await open(), { settings })
    await startTwo(cluster)
    const play = await seatPeople(cluster, 6)
    const [a, b] = ownerAndOther(cluster, play)
    a.freeze()
    const gap = await play.until(() => b.shards().length === shardCount)
    expect(gap).toBeLessThanOrEqual(1_500)
    await play.pass(5_000)
    a.thaw()
    await play.until(() => arePlaced([a, b]))
    await play.finish()
    expect(cluster.alarms.every(({ node, alarm }) => node === a.name && alarm === 'fenced')).toBe(true)
  })

  it('for less than half a second keeps all that it has', async () => {
    const cluster = setCluster(await open(), { settings })
    const [a, b] = await startTwo(cluster)
    const before = a.shards()
    for (let times = 0; times < 3; times += 1) {
      a.freeze()
      await cluster.pass(400)
      a.thaw()
      await cluster.pass(700)
    }
    expect(a.shards()).toEqual(before)
    expect(arePlaced([a, b])).toBe(true)
    expect(cluster.alarms).toEqual([])
  })
})

describeDatabase('when lines are cut', (open) => {
  it('a node without the bus is replaced, and takes part again when it is back', async () => {
    const cluster = setCluster(await open(), { settings })
    const [a, b] = await startTwo(cluster)
    const play = await seatPeople(cluster, 4)
    a.cutBus(true)
    await play.until(() => b.shards().length === shardCount)
    await play.until(() => a.shards().length === 0, 5_000)
    a.cutBus(false)
    await play.until(() => arePlaced([a, b]))
    await play.finish()
  })

  it('a node that alone loses the database is replaced, and takes part again when it has it back', async () => {
    const cluster = setCluster(await open(), { settings })
    const [a, b] = await startTwo(cluster)
    const play = await seatPeople(cluster, 4)
    const told: boolean[] = []
    a.host.onReady((isReady) => told.push(isReady))
    a.cutDatabase(true)
    const gap = await play.until(() => b.shards().length === shardCount)
    expect(gap).toBeLessThanOrEqual(4_000)
    await play.until(() => a.shards().length === 0, 5_000)
    // What anyone may answer is left to the other one in the meantime.
    expect(told).toEqual([true, false])
    a.cutDatabase(false)
    await play.until(() => arePlaced([a, b]))
    expect(told).toEqual([true, false, true])
    await play.finish()
    expect(cluster.alarms.every(({ node, alarm }) => node === a.name && alarm === 'fenced')).toBe(true)
  })

  it('no one takes anything while the bus is away, no one’s clock runs out, and play goes on', async () => {
    const cluster = setCluster(await open(), { settings })
    const [a, b] = await startTwo(cluster)
    const play = await seatPeople(cluster, 4)
    await untilAllMove(cluster, play)
    const shares = [a.shards(), b.shards()]
    await cluster.cutBus(true)
    // Longer than a turn and all that may be given back.
    await cluster.pass(40_000)
    for (const { matchId, seat } of play.seats) {
      const { table, result } = cluster.match(matchId)
      if (!result) expect(table[seat]?.out).toBeUndefined()
    }
    await cluster.cutBus(false)
    await cluster.pass(2_000)
    expect([a.shards(), b.shards()]).toEqual(shares)
    for (const { matchId, seat } of play.seats) {
      const { table, result } = cluster.match(matchId)
      if (!result) expect(table[seat]?.out).toBeUndefined()
    }
    await play.finish()
    expect(cluster.alarms).toEqual([])
  })

  it('a node whose database is away says so, gives nothing, keeps its clocks, and goes on', async () => {
    const cluster = setCluster(await open(), { settings })
    const a = await cluster.start('a')
    const play = await seatPeople(cluster, 3)
    const beats = () =>
      cluster.published.flatMap(({ node, name, payload }) =>
        node === 'a' && name === 'node.beat' ? [busEvents['node.beat'].news.parse(payload)] : [],
      )
    await untilAllMove(cluster, play)
    a.cutDatabase(true)
    for (const { guest, matchId } of play.seats) void guest.leave(matchId)
    await cluster.pass(1_000)
    expect(beats().at(-1)?.storage).toBe(false)
    await cluster.pass(20_000)
    a.cutDatabase(false)
    await cluster.until(() => beats().at(-1)?.storage === true, 1_500)
    await play.finish()
  })
})
