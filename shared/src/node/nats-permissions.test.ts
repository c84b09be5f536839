import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BusUser, busUsers } from '../contracts/bus/index.ts'
import { bodyCode, ok } from '../contracts/index.ts'
import type { Bus } from './bus.ts'
import { createLogger } from './log.ts'
import { natsBus } from './nats-bus.ts'
import { busDealings, inboxPrefix, natsConfiguration } from './nats-permissions.ts'
import { edgeBeat } from './testing-bus.ts'
import { startNats, type TestNats } from './testing-nats.ts'

/** The requests and events that a program's sources name in calls of the bus. */
const doneIn = async (folder: BusUser) => {
  const place = new URL(`../../../${folder}/src/`, import.meta.url)
  const files = (await readdir(place, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing|simulation/.test(file),
  )
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, place), 'utf8')))
  const names = (call: string) => [
    ...new Set(
      sources.flatMap((source) =>
        [...source.matchAll(new RegExp(`\\.${call}\\(\\s*'([a-z]+\\.[a-z]+)'`, 'g'))].map(
          ([, name]) => name ?? '',
        ),
      ),
    ),
  ]
  return {
    asks: names('request'),
    answers: names('respond'),
    publishes: names('publish'),
    hears: names('subscribe'),
  }
}

test.each(busUsers)('the %s user may do everything that the program does on the bus', async (user) => {
  const [done, may] = [await doneIn(user), busDealings(user)]
  expect(done.publishes.length).toBeGreaterThan(5)
  for (const deed of ['asks', 'answers', 'publishes', 'hears'] as const)
    expect([deed, done[deed].filter((name) => !may[deed].includes(name))]).toEqual([deed, []])
})

describe('on a nats-server', () => {
  const passwords = { bff: 'of-bffs', platform: 'of-platforms' }
  let folder: string
  let nats: TestNats
  const open: { close(): Promise<void> }[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-nats-'))
    const file = join(folder, 'nats.conf')
    await writeFile(file, natsConfiguration({ listen: '127.0.0.1:-1', http: '127.0.0.1:-1', passwords }))
    nats = await startNats({ configuration: file })
  })
  afterAll(async () => {
    for (const one of open) await one.close()
    await nats.remove()
    await rm(folder, { recursive: true })
  })
  const server = () => `127.0.0.1:${nats.port}`

  const lines: Record<string, unknown>[] = []
  const log = createLogger({
    level: 'warn',
    format: 'json',
    to: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const busOf = async (user: BusUser): Promise<Bus> => {
    const url = `nats://${user}:${passwords[user]}@${server()}`
    const bus = await natsBus({ url, name: user, user, log })
    open.push(bus)
    return bus
  }
  /** A connection that uses a user's credentials against the rules, with the server's refusals. */
  const rogue = async (
    user: BusUser,
  ): Promise<{ nats: NatsConnection; refused: () => Promise<string[]> }> => {
    const connection = await connect({ servers: server(), user, pass: passwords[user], reconnect: false })
    open.push(connection)
    const complaints: string[] = []
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') complaints.push(status.error.message)
    })()
    return {
      nats: connection,
      refused: async () => {
        await connection.flush()
        await new Promise((resolve) => setImmediate(resolve))
        return complaints.splice(0)
      },
    }
  }

  test('both users work without a refusal', async () => {
    const [bff, platform, other] = [await busOf('bff'), await busOf('platform'), await busOf('platform')]
    platform.respond('session.check', async ({ sessions }) => ok({ ended: sessions }))
    other.respond('node.probe', async () => ok({ node: 'two', shards: [] }), { at: 'two' })
    const heard: unknown[] = []
    platform.subscribe('edge.beat', null, (beat) => heard.push(beat))
    bff.subscribe('player.close', 'a player', ({ code }) => heard.push(code))
    // When a node is answered, its earlier subscriptions are in place.
    for (const node of [platform, other]) await node.request('node.probe', {}, { at: 'no-one' })
    expect(await bff.request('session.check', { sessions: ['x'] })).toMatchObject({ data: { ended: ['x'] } })
    expect(await platform.request('node.probe', {}, { at: 'two' })).toMatchObject({ data: { node: 'two' } })
    bff.publish('edge.beat', 'edge-1', edgeBeat(1))
    // It comes behind the event, over the same connections, and is given up after 5 s.
    expect(await bff.request('session.check', { sessions: [] })).toMatchObject({ code: bodyCode.ok })
    expect(heard.splice(0)).toEqual([edgeBeat(1)])
    platform.publish('player.close', 'a player', { code: 'signed-out', msg: 'over' })
    expect(await bff.request('session.check', { sessions: [] })).toMatchObject({ code: bodyCode.ok })
    expect(heard).toEqual(['signed-out'])
    expect(lines).toEqual([])
  })

  test('a BFF can’t publish, answer or hear what belongs to platforms', async () => {
    const { nats: connection, refused } = await rogue('bff')
    for (const subject of [
      ...busDealings('platform')
        .publishes.filter((name) => !busDealings('bff').publishes.includes(name))
        .map((name) => `mf.ev.${name}.x`),
      ...busDealings('platform').asks.flatMap((name) => [`mf.req.${name}`, `mf.req.${name}.at.node`]),
      `${inboxPrefix('platform')}.x.1`,
      `${inboxPrefix('bff')}.x.1`,
      '_INBOX.x',
      '$SYS.REQ.SERVER.PING',
    ]) {
      connection.publish(subject, '{}')
      expect([subject, await refused()]).toEqual([
        subject,
        [expect.stringMatching(/permissions? violation/i)],
      ])
    }
    for (const subject of [
      ...busDealings('platform').answers.flatMap((name) => [`mf.req.${name}`, `mf.req.${name}.at.*`]),
      'mf.ev.lobby.gathering.*',
      `${inboxPrefix('platform')}.>`,
      '_INBOX.>',
      'mf.>',
      '>',
    ]) {
      const heard: unknown[] = []
      connection.subscribe(subject, { callback: (error) => void heard.push(String(error)) })
      await refused()
      expect([subject, heard]).toEqual([subject, [expect.stringMatching(/permissions? violation/i)]])
    }
  })

  test('a platform can’t read answers to a BFF, nor send to inboxes that didn’t ask', async () => {
    const { nats: connection, refused } = await rogue('platform')
    const heard: unknown[] = []
    connection.subscribe(`${inboxPrefix('bff')}.>`, { callback: (error) => void heard.push(String(error)) })
    await refused()
    expect(heard).toEqual([expect.stringMatching(/permissions? violation/i)])
    for (const subject of [`${inboxPrefix('bff')}.x.1`, 'mf.ev.edge.beat.edge-1', 'mf.ev.match.emote.x']) {
      connection.publish(subject, '{}')
      expect([subject, await refused()]).toEqual([
        subject,
        [expect.stringMatching(/permissions? violation/i)],
      ])
    }
  })

  test('a configuration of an older version refuses what is new to it, says so, and goes on once it is reloaded', async () => {
    const file = join(folder, 'older.conf')
    const newest = natsConfiguration({ listen: '127.0.0.1:-1', http: '127.0.0.1:-1', passwords })
    // As if sessions were checked since this version alone.
    await writeFile(file, newest.replaceAll(/"mf\.req\.session\.check.*",/g, ''))
    const older = await startNats({ configuration: file })
    open.push({ close: older.remove })
    const [bff, platform] = await Promise.all(
      busUsers.map(async (user) => {
        const url = `nats://${user}:${passwords[user]}@127.0.0.1:${older.port}`
        const bus = await natsBus({ url, name: user, user, log })
        open.push(bus)
        return bus
      }),
    )
    if (!bff || !platform) throw new Error('there are two users')
    platform.respond('session.check', async ({ sessions }) => ok({ ended: sessions }))
    platform.respond('node.probe', async () => ok({ node: 'one', shards: [] }), { at: 'one' })
    // What the older version knew goes on.
    expect(await platform.request('node.probe', {}, { at: 'one' })).toMatchObject({ data: { node: 'one' } })
    await expect
      .poll(() => lines)
      .toEqual([
        expect.objectContaining({ msg: 'NATS refused a subscription', subject: 'mf.req.session.check' }),
      ])
    await writeFile(file, newest)
    process.kill(older.pid, 'SIGHUP')
    const checked = () => bff.request('session.check', { sessions: ['x'] }, { timeoutMs: 100 })
    await expect.poll(checked).toMatchObject({ data: { ended: ['x'] } })
  })

  test('no one connects without a user', async () => {
    for (const credentials of [
      {},
      { user: 'minefall', pass: 'x' },
      { user: 'bff', pass: passwords.platform },
    ])
      await expect(connect({ servers: server(), reconnect: false, ...credentials })).rejects.toThrow(
        /authorization/i,
      )
  })
})
