import { randomBytes } from 'node:crypto'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '../db/testing.ts'
import { newMatchId } from './ids.ts'
import { drawSecret, sealSecret, unsealSecret } from './secrets.ts'
import { setStage } from './testing.ts'

const sealKey = { keyId: 'k1', key: new Uint8Array(32).fill(7) }
const id = (digit: string): MatchId => matchIdSchema.parse(digit.repeat(32))

describe('a sealed secret', () => {
  it('opens with its key for its match, and for no other key or match', () => {
    const random = seededRandom(5)
    const draw = (count: number) => Uint8Array.from(Buffer.from(seededHex(random, count), 'hex'))
    const secret = drawSecret(draw, { practiceSeats: 5 })
    const sealed = sealSecret(sealKey, id('a'), secret, draw)
    expect(Buffer.from(sealed).toString('hex')).not.toContain(secret.serverSeed)
    const stored = { keyId: 'k1', sealed }
    const other = new Uint8Array(32).fill(8)
    const keys = new Map([
      ['k1', sealKey.key],
      ['k2', other],
    ])
    expect(unsealSecret(keys, id('a'), stored)).toEqual(secret)
    expect(() => unsealSecret(keys, id('b'), stored)).toThrow()
    expect(() => unsealSecret(keys, id('a'), { ...stored, keyId: 'k2' })).toThrow()
    expect(() => unsealSecret(new Map([['k2', other]]), id('a'), stored)).toThrow(/k1/)
    expect(() => unsealSecret(new Map([['k1', other]]), id('a'), stored)).toThrow()
  })
})

describe('match ids', () => {
  it('sort by time, are UUIDs of version 7, and spread over the shards', () => {
    const ids = Array.from({ length: 400 }, (_, at) => newMatchId(1_700_000_000_000 + at, randomBytes))
    expect([...ids].sort()).toEqual(ids)
    for (const each of ids) expect(each).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    expect(new Set(ids.map(shardOfMatch)).size).toBeGreaterThan(50)
    expect(shardOfMatch(newMatchId(1, randomBytes, 41))).toBe(41)
  })
})

describe('what leaves the platform', () => {
  it('tells no mine, seed or account before it is due', async () => {
    const db = await openTestDatabase()
    const stage = await setStage(db, { seed: 2, settings: { practiceThinkMs: [300, 301] } })
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    await stage.pass(2_000)
    const live = stage.host.world.matches.get(matchId)
    if (!live?.dealer) throw new Error('the match is not in play')
    const { dealer, record, secret } = live
    const resumed = await stage.bus.request('match.resume', {
      playerId: guest.id,
      matchId,
      seq: 0,
      unacknowledged: [],
    })
    const snapshot = await stage.bus.request('match.resume', {
      playerId: guest.id,
      matchId,
      seq: null,
      unacknowledged: [],
    })
    const shown = JSON.stringify([stage.published.map(({ payload }) => payload), resumed, snapshot])
    const tiles = record.state.board?.tiles ?? []
    expect(tiles.some((tile) => tile !== null)).toBe(true)
    const closed = tiles.flatMap((tile, number) => (tile === null ? [number] : []))
    // A closed tile's salt would let its leaf be opened: none is anywhere, while those of open tiles are.
    for (const number of closed) expect(shown).not.toContain(dealer.tile(0, number).salt)
    for (const [number, tile] of tiles.entries())
      if (tile) expect(shown).toContain(dealer.tile(0, number).salt)
    expect(shown).not.toContain(secret.serverSeed)
    expect(shown).not.toContain(guest.id)
    const { rows } = await db.query(`select string_agg(events::text, '') as all from match_decision`)
    expect(String(rows[0]?.all)).not.toContain(secret.serverSeed)
    const stored = await db.query(`select encode(sealed, 'hex') as sealed from match_secret`)
    expect(String(stored.rows[0]?.sealed)).not.toContain(secret.serverSeed)
    await stage.host.close()
    await db.close()
  })
})
