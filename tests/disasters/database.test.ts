import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { hearNothing, openLine } from '../harness/line.ts'
import type { Verdict } from '../harness/postgres-relay.ts'
import { writesDecision } from '../harness/statements.ts'
import { disaster, onCluster, onServers } from './disaster.ts'
import type { Scene } from './scene.ts'

for (const how of ['fast', 'immediate'] as const)
  disaster(`PostgreSQL is restarted in mid-play (${how})`, { on: onServers }, async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const moving = table.move()
    await scene.postgres().stop(how)
    await scene.postgres().start()
    await moving
    await table.playOn()
  })

disaster('PostgreSQL is away for 10 s in mid-turn', { on: onServers }, async (scene) => {
  const table = await scene.seat()
  await table.moves(2)
  scene.relay().cut()
  const moving = table.move()
  await delay(10_000)
  scene.relay().restore()
  await moving
  await table.playOn()
})

disaster(
  'The owner of a match alone loses PostgreSQL for 10 s in mid-turn',
  { on: onCluster, alarms: ['fenced'] },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const owner = await scene.program.ownerOf(table.matchId)
    scene.relay().guard(({ session }) => (session.node === owner.name ? 'cut' : 'pass'))
    const cutAt = performance.now()
    // The others have the match before its owner finds its way back.
    await table.move()
    // Before it has heard that it lost them all it still answers for anyone who comes.
    while (await owner.isReady()) await delay(50)
    // Anyone who comes in the meantime is welcomed at the first knock: those who can't know anyone are not asked.
    const newcomers = Array.from({ length: 20 }, () => {
      const id = randomUUID().replaceAll('-', '')
      return openLine(scene.program.url, { deviceId: id, tab: id.slice(0, 16) }, hearNothing)
    })
    for (const line of await Promise.all(newcomers)) line.drop()
    await delay(cutAt + 10_000 - performance.now())
    scene.relay().guard(null)
    await table.playOn()
  },
)

disaster('PostgreSQL is away while people come to a table', { on: onServers }, async (scene) => {
  const guests = Array.from({ length: 5 }, () => scene.guest())
  for (const guest of guests) await guest.back()
  scene.relay().cut()
  const seating = scene.seat(5, guests)
  await delay(3_000)
  scene.relay().restore()
  const table = await seating
  await table.playOn()
})

disaster('Every answer of PostgreSQL comes a second late', { on: onServers }, async (scene) => {
  const table = await scene.seat()
  await table.moves(1)
  scene.relay().guard(async ({ way }): Promise<Verdict> => {
    if (way === 'back') await delay(1_000)
    return 'pass'
  })
  await table.moves(2)
  scene.relay().guard(null)
  await table.playOn()
})

/** Resolves when so many attempts at a decision have come through, each let on its way by `pass`. */
const attempts = (scene: Scene, count: number, pass: () => Promise<void>) =>
  new Promise<void>((resolve) => {
    let seen = 0
    scene.relay().guard(async ({ statement, way }): Promise<Verdict> => {
      if (!writesDecision(statement)) return 'pass'
      if (way === 'there') {
        seen += 1
        if (seen === count) resolve()
      } else await pass()
      return 'pass'
    })
  })

disaster(
  'Answers of PostgreSQL come later than the program waits for them',
  { on: onServers },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const tried = attempts(scene, 1, () => delay(3_000))
    const moving = table.move()
    await tried
    await moving
    scene.relay().guard(null)
    await table.playOn()
  },
)

disaster(
  'Statements run into their time limit, because someone holds the rows of the shards',
  { on: onServers },
  async (scene) => {
    const table = await scene.seat()
    await table.moves(2)
    const blocker = new pg.Client({ connectionString: scene.databaseUrl() })
    await blocker.connect()
    await blocker.query('begin; select from shard_lease for update')
    const tried = attempts(scene, 3, async () => {})
    const moving = table.move()
    await tried
    await blocker.query('rollback')
    await blocker.end()
    await moving
    scene.relay().guard(null)
    await table.playOn()
  },
)
