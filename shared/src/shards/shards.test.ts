import { describe, expect, it } from 'vitest'
import { matchIdSchema } from '../game/index.ts'
import { shardCount, shardOfHost, shardOfMatch, shardOfQueue } from './index.ts'

const counts = (shards: readonly number[]) => {
  const found = Array.from({ length: shardCount }, () => 0)
  for (const shard of shards) found[shard] = (found[shard] ?? 0) + 1
  return found
}

describe('shards', () => {
  it('takes a match by its last byte', () => {
    const id = (last: string) => matchIdSchema.parse(`${'0'.repeat(30)}${last}`)
    expect(shardOfMatch(id('05'))).toBe(5)
    expect(shardOfMatch(id('45'))).toBe(5)
    expect(shardOfMatch(id('ff'))).toBe(63)
  })

  it('stays where it was: nodes of different releases must agree', () => {
    expect(shardOfQueue({ gameId: 'mines-trial', stake: '100', asset: 'trial' })).toBe(53)
    expect(shardOfQueue({ gameId: 'mines-duel', stake: '10', asset: 'coin' })).toBe(8)
    expect(shardOfHost('0197f2a4-0000-7000-8000-000000000001')).toBe(39)
  })

  it('spreads hosts over all shards', () => {
    const hosts = Array.from({ length: 6_400 }, (_, n) => shardOfHost(`0197f2a4-0000-7000-8000-${n}`))
    for (const count of counts(hosts)) {
      expect(count).toBeGreaterThan(50)
      expect(count).toBeLessThan(150)
    }
  })
})
