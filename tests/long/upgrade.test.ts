import { openDatabase } from '@minefall/platform'
import { chooseTile, lockVersion, type MatchId, rulesSchema } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import { seededRandom } from '@minefall/shared/testing'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { type Table, tableOf } from '../disasters/table.ts'
import { audit } from '../harness/audit.ts'
import { loadSettings, patient } from '../harness/settings.ts'
import { type Steadfast, steadfast } from '../harness/steadfast.ts'
import { root } from '../load/repository.ts'

/** The work tree of an earlier version, built: without it there is nothing to upgrade from. */
const earlier = process.env.UPGRADE_FROM
vi.setConfig({ testTimeout: 1_800_000 })

const heldTables = 2
const crowdSize = 10
const settings = { ...loadSettings, ...patient, PRACTICE_FILL_MS: '15000', DRAIN_MS: '100' }
const alarming = /alarm|not caught|not handled|not told|stopping (?:failed|took too long)/

const within = async (cluster: Cluster, text: string) => {
  const client = new pg.Client({ connectionString: cluster.postgres.url })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

/** Lets the one on the move open the best tile, so that the match lasts; nothing where it has ended. */
const moveWell = async ({ matchId, players, mover }: Table, random: () => number): Promise<void> => {
  if (players[0]?.state()?.result) return
  const player = await mover()
  const state = player.state()
  if (!state?.turn) throw new Error('no one is on the move')
  const { turn } = state.turn
  const tile = chooseTile(state, random, 'skilled')
  const { code, msg } = await player.command('match.open', { matchId, turn, tile })
  if (code !== 200) throw new Error(`match.open: ${code} ${msg}`)
  await Promise.all(
    players.map((one) => one.until('the move', ({ moves }) => moves.some((move) => move.turn === turn))),
  )
}

const versionOf = ({ players: [one] }: Table) =>
  lockVersion(one?.state()?.rules ?? expect.fail('a table without its rules'))

const matchRow = z.object({ id: z.string(), phase: z.string(), rules: rulesSchema })

it.skipIf(earlier === undefined)(
  'replaces BFFs, then platforms, by this version under players: matches under way end by their rules',
  async () => {
    const random = seededRandom(1)
    const renewed = new Set<string>()
    const cluster = await startCluster({
      settings: { platform: settings, bff: settings },
      treeOf: (name) => (renewed.has(name) ? root : (earlier ?? root)),
    })
    const players = new Map<string, Steadfast>()
    try {
      const [{ version: before } = { version: 0 }] = await within(
        cluster,
        'select max(version) as version from schema_version',
      )
      await within(cluster, 'update game_table set clock_ms = 180000')
      const guest = () => {
        const player = steadfast({ url: () => cluster.url, random, patienceMs: 600_000 })
        players.set(`player ${players.size + 1}`, player)
        return player
      }
      const seat = async (): Promise<Table> => {
        const guests = Array.from({ length: 5 }, guest)
        const matches = new Set<MatchId>()
        for (const one of guests) matches.add(await one.sit())
        const [matchId] = matches
        if (matchId === undefined || matches.size > 1) throw new Error('five guests sit at different tables')
        return tableOf(matchId, guests, random)
      }
      const held: Table[] = []
      for (let n = 0; n < heldTables; n += 1) held.push(await seat())
      for (const table of held) await moveWell(table, random)
      const begunBy = held.map(versionOf)

      let isOver = false
      const crowd = Array.from({ length: crowdSize }, guest)
      const playing = Promise.all(
        crowd.map(async (player) => {
          let played = 0
          for (; !isOver; played += 1) {
            await player.sit()
            await player.playOn()
          }
          return played
        }),
      )
      // Its failure shows below, where it is awaited.
      playing.catch(() => {})

      const gone: string[] = []
      for (const node of [...cluster.bffs, ...cluster.platforms]) {
        const began = performance.now()
        expect(await node.stop(), node.name).toBe(0)
        renewed.add(node.name)
        await node.start()
        gone.push(`${node.name} ${((performance.now() - began) / 1_000).toFixed(1)} s`)
        for (const table of held) for (let n = 0; n < 2; n += 1) await moveWell(table, random)
      }
      const underWay = held.filter(({ players: [one] }) => !one?.state()?.result).length
      for (const table of held) while (!table.players[0]?.state()?.result) await moveWell(table, random)
      isOver = true
      const rounds = (await playing).reduce((sum, played) => sum + played, 0)
      const last = await seat()
      await last.playOn()
      for (const player of players.values()) player.vanish()

      const db = await openDatabase({ url: cluster.postgres.url, existing: true, log: silentLogger() })
      const { findings, unfinished, acknowledged } = await audit(db, players).finally(() => db.close())
      const alarms = [...cluster.bffs, ...cluster.platforms].flatMap(({ name, output }) =>
        output()
          .split('\n')
          .filter((said) => alarming.test(said))
          .map((said) => `${name}: ${said}`),
      )
      const rows = z.array(matchRow).parse(await within(cluster, 'select id, phase, rules from match'))
      const [{ version: after } = { version: 0 }] = await within(
        cluster,
        'select max(version) as version from schema_version',
      )
      const versions = (phase: string) =>
        [1, 2].map((v) => rows.filter((row) => row.phase === phase && lockVersion(row.rules) === v).length)
      console.log(
        `schema ${before} → ${after}; away: ${gone.join(', ')}; ${acknowledged} acknowledged commands, ${rounds} rounds of guests, ` +
          `settled v1, v2: ${versions('settled')}, voided: ${versions('voided')}; held tables under way at the end: ${underWay} of ${held.length}`,
      )
      expect([...findings, ...alarms]).toEqual([])
      expect(unfinished).toEqual([])
      expect(held.map(versionOf)).toEqual(begunBy)
      expect(held.every(({ players: [one] }) => one?.state()?.phase === 'settled')).toBe(true)
      expect(versionOf(last)).toBe(2)
    } finally {
      for (const player of players.values()) player.vanish()
      await cluster.remove()
    }
  },
)
