import { randomBytes, randomUUID } from 'node:crypto'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import { natsBus, ownerDirectory, router, silentLogger, systemClock } from '@minefall/shared/node'
import { shardCount, shardOfMatch } from '@minefall/shared/shards'
import { startNats } from '@minefall/shared/testing-nats'
import { expect, it, onTestFinished } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { fund } from '../../ledger/testing.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import { startHost } from '../start.ts'
import { keyRing, testSigners } from '../testing.ts'

const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const
const everyShard = Array.from({ length: shardCount }, (_, shard) => shard)
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
/** A slow machine may take longer than calls wait in production. */
const patient = { timeoutMs: 60_000 }

describeDatabase('a lobby of two nodes over NATS', (open) => {
  it('knows of a seat as soon as the player who took it was answered', async () => {
    const db = await open()
    const nats = await startNats()
    onTestFinished(nats.remove)
    const log = silentLogger()
    const connect = async (name: string) => {
      const bus = await natsBus({ url: nats.url, name, log })
      onTestFinished(bus.close)
      return bus
    }
    const edge = await connect('edge')
    const owners = ownerDirectory({ bus: edge, clock: systemClock })
    const { request } = router({ bus: edge, owners, clock: systemClock })
    const areShared = new Promise<void>((resolve) => {
      owners.onChange(() => {
        const shares = ['a', 'b'].map((node) =>
          everyShard.filter((shard) => owners.ownerOf(shard)?.node === node),
        )
        if (shares.every(({ length }) => length === shardCount / 2)) resolve()
      })
    })
    for (const node of ['a', 'b']) {
      const host = await startHost({
        db,
        bus: await connect(node),
        clock: systemClock,
        log,
        randomBytes,
        node,
        shared: true,
        sealKeys: keyRing('k1'),
        signers: testSigners,
        // No BFF tells that anyone is at a seat: on a slow machine it would be freed before the other one finds it.
        settings: { ...defaultMatchSettings, gatherAbsentMs: 600_000 },
      })
      onTestFinished(host.close)
    }
    await areShared

    const account = async (): Promise<string> => {
      const id = randomUUID()
      await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', 'Mai', 'cat-1')`, [
        id,
      ])
      await fund(db, id, 'coin', 100n)
      return id
    }
    const find = async (playerId: string) =>
      (await request('lobby.find', { ...duel, playerId }, patient)).data
    const sit = async (playerId: string, matchId: MatchId) => {
      const ref = hex(16)
      const commit = playerCommit(matchId, ref, hex(32))
      const asked = { playerId, edge: 'edge', commandId: hex(16), matchId, ref, commit }
      return (await request('match.sit', asked, patient)).code
    }
    const nodes = new Set<string | undefined>()
    for (let pairs = 0; pairs < 20; pairs += 1) {
      const [one, other] = [await account(), await account()]
      const found = await find(one)
      if (!found) return expect.fail('no match was found')
      const { matchId } = found
      nodes.add(owners.ownerOf(shardOfMatch(matchId))?.node)
      expect(await sit(one, matchId)).toBe(200)
      expect(await find(other)).toMatchObject({ matchId, taken: 1 })
      expect(await sit(other, matchId)).toBe(200)
    }
    // All are one node's with a chance of one in half a million.
    expect(nodes.size).toBe(2)
  })
})
