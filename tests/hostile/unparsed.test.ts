import { readBffSettings, startBff } from '@minefall/bff'
import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { busRequests } from '@minefall/shared/contracts/bus'
import { busOver, inProcessBus, silentLogger } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'
import { expect, it } from 'vitest'
import { attacker } from './attacker.ts'
import { eventText, frame } from './frames.ts'
import { fuzz } from './fuzz/fuzzer.ts'
import { manyAllowed } from './many-allowed.ts'

/** A bus on whose other end every request is parsed with its schema, and nothing but who someone is gets an answer. */
const parsingBus = () => {
  const bus = inProcessBus({ log: silentLogger() })
  const problems: string[] = []
  let requests = 0
  bus.respond('player.identify', async ({ deviceId }) =>
    ok({
      playerId: deviceId,
      player: { name: 'Guest', avatar: 'a1', kind: 'guest' },
      seated: null,
      balance: { version: 1, coin: '0', promo: '0', trial: '0', held: { coin: '0', promo: '0', trial: '0' } },
      unread: { version: 0, count: 0 },
      guest: null,
    }),
  )
  bus.respond('player.keep', async ({ deviceId }) => ok({ playerId: deviceId }))
  const watched = busOver({
    ...bus,
    ask(name, payload, reply, options) {
      requests += 1
      const parsed = busRequests[name].asks.safeParse(payload)
      if (!parsed.success) problems.push(`${name}: ${parsed.error.message}`)
      if (name === 'player.identify' || name === 'player.keep') bus.ask(name, payload, reply, options)
      else queueMicrotask(() => reply(refuse(bodyCode.notFound, 'there is nothing here')))
    },
  })
  return { bus: watched, problems, requests: () => requests }
}

it('passes nothing on to the platform that has not been parsed', async () => {
  const { bus, problems, requests } = parsingBus()
  const bff = await startBff({
    settings: readBffSettings({ PORT: '0', HOST: '127.0.0.1', ...manyAllowed }),
    bus,
    log: silentLogger(),
  })
  bus.publish('node.beat', 'platform-1', {
    ...{ node: 'platform-1', at: Date.now(), reads: 1, writes: 1, draining: false, storage: true },
    shards: Array.from({ length: shardCount }, (_, shard) => [shard, 1]),
  })
  const at = { port: Number(new URL(bff.address).port) }
  const one = await attacker(at)
  const before = requests()
  // Answers to these come from the other end of the bus: what is rightly shaped does get there, once the guest is kept.
  const { code } = await one.ask('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' })
  expect([code, requests()]).toEqual([bodyCode.notFound, before + 2])
  one.send(frame(eventText('match.open', { matchId: 7 })))
  one.end()
  await fuzz(at, 3, 1_500)
  expect(problems).toEqual([])
  await bff.close()
  await bus.close()
})
