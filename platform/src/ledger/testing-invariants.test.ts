import { describe, expect, it } from 'vitest'
import { brokenInvariants, type Snapshot } from './testing-invariants.ts'

/** Anna was given 50 and holds 20 of it; a pot of 30, which she staked before, is on the table. */
const right: Snapshot = {
  accounts: [
    { id: 1, kind: 'promo', owner: 'test', asset: 'promo', posted: -80, held: 0, version: 1, closed: false },
    { id: 2, kind: 'player', owner: 'anna', asset: 'promo', posted: 50, held: 20, version: 4, closed: false },
    { id: 3, kind: 'match', owner: 'm', asset: 'promo', posted: 30, held: 0, version: 1, closed: false },
  ],
  transfers: [
    { id: 'f', kind: 'fund' },
    { id: 's', kind: 'stakes' },
  ],
  entries: [
    { transfer: 'f', account: 1, asset: 'promo', amount: -80, after: -80, version: 1 },
    { transfer: 'f', account: 2, asset: 'promo', amount: 80, after: 80, version: 1 },
    { transfer: 's', account: 2, asset: 'promo', amount: -30, after: 50, version: 3 },
    { transfer: 's', account: 3, asset: 'promo', amount: 30, after: 30, version: 1 },
  ],
  holds: [
    { id: 'h1', account: 2, amount: 30, open: false },
    { id: 'h2', account: 2, amount: 20, open: true },
  ],
}

type Row<K extends keyof Snapshot> = Snapshot[K][number]

/** The same ledger with something else in one row. */
const changed = <K extends keyof Snapshot>(table: K, index: number, change: Partial<Row<K>>): Snapshot => ({
  ...right,
  [table]: right[table].map((row, place) => (place === index ? { ...row, ...change } : row)),
})

describe('the invariants', () => {
  it('hold in a ledger that is right', () => {
    expect(brokenInvariants(right)).toEqual([])
  })

  it.each<[string, Snapshot, string]>([
    [
      'an entry that no one gave',
      changed('entries', 3, { amount: 31, after: 31 }),
      'conservation: transfer s promo',
    ],
    [
      'an account with more than there is',
      changed('accounts', 0, { posted: -79 }),
      'conservation: all of promo',
    ],
    ['a stake that comes out of a pot', changed('transfers', 1, { kind: 'settled' }), 'sign: settled s'],
    ['business that no one knows', changed('transfers', 0, { kind: 'x' }), 'sign: x f'],
    ['a running balance that is wrong', changed('entries', 2, { after: 49 }), 'derived balance: account 2'],
    [
      'a balance that is not its entries',
      changed('accounts', 2, { posted: 29 }),
      'derived balance: account 3',
    ],
    ['a player below zero', changed('accounts', 1, { posted: -1 }), 'floor: account 2'],
    ['a player who holds more than they have', changed('accounts', 1, { held: 51 }), 'floor: account 2'],
    ['coins held for nothing', changed('holds', 1, { open: false }), 'holds: account 2'],
    [
      'coins that became withdrawable by no deposit',
      {
        ...right,
        accounts: right.accounts.map((row) => ({ ...row, asset: 'coin' })),
        entries: right.entries.map((row) => ({ ...row, asset: 'coin' })),
        transfers: [{ id: 'f', kind: 'welcome' }, ...right.transfers.slice(1)],
      },
      'withdrawable: 0 coins are due',
    ],
    ['a hold that sets nothing aside', changed('accounts', 1, { held: 0 }), 'holds: account 2'],
  ])('do not hold with %s', (_what, ledger, finding) => {
    expect(brokenInvariants(ledger)).toContain(finding)
  })
})
