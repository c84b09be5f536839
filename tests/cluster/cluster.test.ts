import { randomBytes } from 'node:crypto'
import { testServer } from '@minefall/platform/testing'
import { startCollector } from '@minefall/shared/testing-collector'
import { freePort } from '@minefall/shared/testing-ports'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer, get, signInByCode } from '../harness/accounts.ts'
import { closedTiles, connectPlayer, type Player, reachOwnTurn } from '../harness/player.ts'
import { headless, quick } from '../harness/settings.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { playersAt } from './players-at.ts'
import { metricsTold, metricsWatched } from './watched.ts'

const databases = testServer()
let cluster: Cluster
let gatewayMetrics: string
let sql: pg.Client
let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  const databaseUrl = await databases.fresh()
  sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  collector = await startCollector()
  gatewayMetrics = `127.0.0.1:${await freePort()}`
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  cluster = await startCluster({
    databaseUrl,
    settings: {
      platform: { ...quick, ...traces },
      bff: { ...quick, ...headless, ...traces },
      gateway: { GATEWAY_METRICS_ADDRESS: gatewayMetrics },
    },
    prepare: (db) => db.query('update game_table set clock_ms = 180000'),
  })
})
afterAll(async () => {
  await cluster?.remove()
  await sql?.end()
  await collector?.close()
})

/** Which nodes own a match that has been opened. */
const owners = async (): Promise<string[]> => {
  const { rows } = await sql.query(
    'select distinct l.node from match m join shard_lease l on l.shard = m.shard order by l.node',
  )
  return rows.map(({ node }) => node)
}

const shares = async (): Promise<number[]> => {
  const { rows } = await sql.query(
    'select count(*)::int as shards from shard_lease group by node order by node',
  )
  return rows.map(({ shards }) => shards)
}

/** The spans of a click. */
const way = [
  'match.open',
  'ask match.open',
  'answer match.open',
  'commit',
  'publish match.events',
  'hear match.events',
]

const players = () => Promise.all(cluster.bffs.map(playersAt))

const names = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name)

it('plays matches of both platform nodes with people who came by both BFFs, through one gateway', async () => {
  await expect.poll(shares).toEqual([32, 32])
  const seated: Player[] = []
  // Where a match is opened is drawn, and which BFF someone comes to is the gateway's choice.
  while ((await owners()).length < 2 || (await players()).includes(0)) {
    const player = await connectPlayer(cluster.url)
    await player.join('mines-trial', '100', 'trial')
    await player.until(({ phase }) => phase === 'playing')
    seated.push(player)
  }
  expect(await owners()).toEqual(names(cluster.platforms))
  expect(await players()).not.toContain(0)
  const ended = await Promise.all(seated.map((player) => player.play()))
  for (const { phase, result } of ended) {
    expect(phase).toBe('settled')
    expect(result?.payouts.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(500)
  }
  for (const player of seated) player.leave()
})

it('traces a click through its BFF, the bus, its owner and the journal, and back', async () => {
  const player = await connectPlayer(cluster.url)
  const { state } = await reachOwnTurn(player)
  const [tile] = closedTiles(state)
  if (tile === undefined) throw new Error('no tile is closed')
  // A span's process may be some milliseconds behind this one.
  const asked = BigInt(Date.now() - 10) * 1_000_000n
  expect((await player.open(tile)).code).toBe(200)
  const ofClick = () => {
    const root = collector.spans.find(
      ({ name, startTimeUnixNano }) => name === 'match.open' && BigInt(startTimeUnixNano) >= asked,
    )
    return collector.spans
      .filter(({ traceId }) => traceId === root?.traceId)
      .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
  }
  // The followers are at one of the BFFs: it alone hears of the match.
  await expect.poll(() => ofClick().map(({ name }) => name)).toEqual(expect.arrayContaining(way))
  const spans = ofClick()
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const [bff, owner] = ['bff', 'platform']
  expect(
    way.map((name) => {
      const span = spans.find((one) => one.name === name)
      const parent = byId.get(span?.parentSpanId ?? '')
      return [name, span?.node.split('-')[0], parent?.name]
    }),
  ).toEqual([
    ['match.open', bff, undefined],
    ['ask match.open', bff, 'match.open'],
    ['answer match.open', owner, 'ask match.open'],
    ['commit', owner, 'answer match.open'],
    ['publish match.events', owner, 'answer match.open'],
    ['hear match.events', bff, 'publish match.events'],
  ])
  // Each process by its own clock.
  const begunAt = (kind: string) =>
    spans.filter(({ name, node }) => way.includes(name) && node.startsWith(kind)).map(({ name }) => name)
  expect(begunAt('bff')).toEqual(['match.open', 'ask match.open', 'hear match.events'])
  expect(begunAt('platform')).toEqual(['answer match.open', 'commit', 'publish match.events'])
  expect(collector.problems).toEqual([])
  player.leave()
})

it('answers calls that meet another BFF and another platform node each time', async () => {
  const contact = `${randomBytes(6).toString('hex')}@home.example`
  const { token } = await signInByCode(cluster.url, { contact, deviceId: randomBytes(16).toString('hex') })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => get(cluster.url, 'wallet/balance', bearer(token))),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
})

it('goes on for those of a BFF that was killed by the other, with every move in place', async () => {
  const [one] = cluster.bffs
  if (!one) throw new Error('there is no BFF')
  await expect.poll(players).toEqual([0, 0])
  // Which BFF someone comes to is the gateway's choice: there are enough of them once each has one.
  const seated: Player[] = []
  do seated.push(await connectPlayer(cluster.url))
  while ((await players()).includes(0))
  const movesOf = new Map(
    await Promise.all(
      seated.map(async (player) => {
        const { matchId, state } = await reachOwnTurn(player)
        const [tile] = closedTiles(state)
        if (tile === undefined) throw new Error('no tile is closed')
        expect((await player.open(tile)).code).toBe(200)
        return [player, { matchId, turn: state.turn?.turn, tile }] as const
      }),
    ),
  )

  const atOne = await playersAt(one)
  await one.kill()
  const cutOff = () => seated.filter(({ socket }) => !socket.connected)
  await expect.poll(() => cutOff().length).toBe(atOne)

  const goneOn = await Promise.all(
    seated.map(async (player) => {
      const move = movesOf.get(player)
      if (player.socket.connected || !move) return player
      const back = await connectPlayer(cluster.url, player.deviceId)
      await back.follow(move.matchId)
      expect(back.state()?.moves).toContainEqual(
        expect.objectContaining({ turn: move.turn, tile: move.tile, by: 'hand' }),
      )
      return back
    }),
  )
  const ended = await Promise.all(goneOn.map((player) => player.play()))
  expect(new Set(ended.map(({ phase }) => phase))).toEqual(new Set(['settled']))
  for (const player of new Set([...seated, ...goneOn])) player.leave()
  await one.start()
})

it('tells every metric that an alarm or a dashboard names', async () => {
  const urls = [...cluster.bffs, ...cluster.platforms].map(({ url }) => url)
  const ofGateway = ['', '/tls'].map((path) => `http://${gatewayMetrics}${path}`)
  const told = new Set((await Promise.all([...urls, ...ofGateway].map(metricsTold))).flat())
  expect([...metricsWatched()].filter((name) => !told.has(name))).toEqual([])
  expect(metricsWatched().size).toBeGreaterThan(40)
})

it('leaves each BFF room, beside the connections it passes on, to say that it is ready', async () => {
  const told = await (await fetch(`http://${gatewayMetrics}/metrics`)).text()
  const limits = told.matchAll(/^haproxy_server_limit_sessions\{proxy="bffs",[^}]*\} (\d+)$/gm)
  expect([...limits].map(([, limit]) => Number(limit))).toEqual([9_000, 9_000])
})

it('says and hears nothing on the bus that its user may not', () => {
  for (const node of [...cluster.bffs, ...cluster.platforms])
    expect(
      node
        .output()
        .split('\n')
        .filter((line) => /permissions? violation|NATS complains|NATS refused/i.test(line)),
    ).toEqual([])
})
