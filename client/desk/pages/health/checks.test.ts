import type { DeskHealth } from '@minefall/shared/contracts/desk'
import { describe, expect, it } from 'vitest'
import { checksOf } from './checks.ts'
import { at, figures, health, minute, platform, shard } from './testing.ts'

const check = (name: string, change: Partial<DeskHealth>) => {
  const found = checksOf(health(change)).find((one) => one.name === name)
  return found && [found.verdict, found.says]
}

describe('what is said of the program', () => {
  it('is good where all is', () => {
    expect(checksOf(health()).map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'Nodes good',
      'Shards good',
      'Ledger good',
      'Voided matches good',
      'Quarantine good',
      'Codes good',
      'Answers good',
    ])
  })

  it('names who is silent', () => {
    const bffs = [
      { edge: 'edge-1', lastSeenAt: at - 400, recordedAt: null, connections: null },
      { edge: 'edge-2', lastSeenAt: at - 5_001, recordedAt: at - 6_000, connections: 3 },
    ]
    const silent = { ...platform, node: 'platform-2', lastSeenAt: at - 31_000 }
    const shards = [shard(0), shard(1, { node: 'platform-2' })]
    expect(check('Nodes', { bffs, platforms: [platform, silent], shards })).toEqual([
      'bad',
      'Silent: edge-2, platform-2.',
    ])
    expect(check('Nodes', { bffs: [] })).toEqual(['bad', 'No BFF is reporting: no one can play.'])
  })

  it('tells who is gone, and who left when another took over', () => {
    const bffs = [
      { edge: 'edge-1', lastSeenAt: at - 400, recordedAt: null, connections: null },
      { edge: 'edge-2', lastSeenAt: at - 11 * minute, recordedAt: null, connections: null },
    ]
    expect(check('Nodes', { bffs })).toEqual(['look', 'Gone: edge-2.'])
    const before = { edge: 'edge-0', lastSeenAt: null, recordedAt: at - minute, connections: 3 }
    const platforms = [platform, { ...platform, node: 'platform-0', lastSeenAt: at - minute }]
    expect(check('Nodes', { bffs: [...bffs.slice(0, 1), before], platforms })).toEqual([
      'good',
      'All 2 report. 2 left.',
    ])
    expect(check('Nodes', { bffs: [before] })?.[0]).toBe('bad')
  })

  it('misses word of connections where there are any', () => {
    const bff = { edge: 'edge-1', lastSeenAt: at, recordedAt: at - 2 * minute }
    expect(check('Nodes', { bffs: [{ ...bff, connections: 1 }] })?.[0]).toBe('look')
    expect(check('Nodes', { bffs: [{ ...bff, connections: 0 }] })?.[0]).toBe('good')
  })

  it('counts shards that no one holds, and what is paused there', () => {
    const shards = [shard(0), shard(1, { held: false }), shard(2, { held: false, matches: 5 })]
    expect(check('Shards', { shards })).toEqual([
      'bad',
      '2 of 3 shards have no owner. 7 live matches are on hold.',
    ])
    expect(check('Shards', { shards: [] })?.[0]).toBe('bad')
  })

  it('says whether the ledger adds up, and that it is not known', () => {
    const ledger = health().ledger
    expect(check('Ledger', {})).toEqual(['good', 'Adds up, reconciled 12 minutes ago.'])
    expect(check('Ledger', { ledger: { ...ledger, findings: 2 } })).toEqual([
      'bad',
      'Doesn’t add up: 2 findings 12 minutes ago.',
    ])
    expect(check('Ledger', { ledger: { ...ledger, failures: 1 } })?.[0]).toBe('look')
    expect(check('Ledger', { ledger: { ...ledger, checkedAt: at - 121 * minute } })?.[0]).toBe('look')
    const never = { ...ledger, checkedAt: null, findings: null }
    expect(check('Ledger', { ledger: never })?.[0]).toBe('unknown')
    expect(check('Ledger', { ledger: { ...never, failures: 2 } })?.[0]).toBe('bad')
  })

  it.each([
    [0, 0, 'unknown'],
    [0, 10, 'good'],
    [1, 10, 'look'],
    [2, 2, 'look'],
    [3, 150, 'bad'],
    [3, 151, 'look'],
  ])('weighs %i wrong of %i: %s', (wrong, all, verdict) => {
    const hour = figures({
      matches: { ended: all, voided: wrong },
      codes: { sent: all - wrong, failed: wrong },
      answers: { given: all, failed: wrong },
    })
    for (const name of ['Voided matches', 'Codes', 'Answers'])
      expect([name, check(name, { hour })?.[0]]).toEqual([name, verdict])
  })

  it('does not pass over a match that was stopped', () => {
    expect(check('Quarantine', { quarantined: 1 })).toEqual(['bad', '1 match was stopped in the last day.'])
  })
})
