import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coinsMoved } from './coins-moved.ts'

const seat = (playerId: string, payout: bigint) => ({ playerId, payout })

/** Two to six seats, of which some share a pot that the house may have taken something of. */
const ended = fc
  .record({
    stake: fc.bigInt({ min: 1n, max: 1_000_000n }),
    seats: fc.integer({ min: 2, max: 6 }),
    sharing: fc.integer({ min: 1, max: 6 }),
    rakeBps: fc.bigInt({ min: 0n, max: 1_000n }),
  })
  .map(({ stake, seats, sharing, rakeBps }) => {
    const winners = Math.min(sharing, seats)
    const pot = (stake * BigInt(seats) * (10_000n - rakeBps)) / 10_000n
    const share = pot / BigInt(winners)
    return {
      stake,
      seats: Array.from({ length: seats }, (_, nth) => seat(`player ${nth}`, nth < winners ? share : 0n)),
    }
  })

describe('coins that moved in a match', () => {
  it('are every loser’s stake where one takes all', () => {
    expect(coinsMoved(100n, [seat('a', 0n), seat('b', 300n), seat('c', 0n)])).toEqual([
      { from: 'a', to: 'b', amount: 100n },
      { from: 'c', to: 'b', amount: 100n },
    ])
  })

  it('are split among those who share the pot', () => {
    expect(coinsMoved(100n, [seat('a', 150n), seat('b', 150n), seat('c', 0n)])).toEqual([
      { from: 'c', to: 'a', amount: 50n },
      { from: 'c', to: 'b', amount: 50n },
    ])
  })

  it('leave out what the house took', () => {
    expect(coinsMoved(100n, [seat('a', 190n), seat('b', 0n)])).toEqual([{ from: 'b', to: 'a', amount: 90n }])
  })

  it('are none where all get back what they staked', () => {
    expect(coinsMoved(100n, [seat('a', 100n), seat('b', 100n)])).toEqual([])
  })

  it('never come to more than who lost lost, nor than who gained gained, and miss a coin a loser at the most', () => {
    fc.assert(
      fc.property(ended, ({ stake, seats }) => {
        const moves = coinsMoved(stake, seats)
        const sum = (of: typeof moves) => of.reduce((total, { amount }) => total + amount, 0n)
        for (const { playerId, payout } of seats) {
          const [out, into] = [
            moves.filter(({ from }) => from === playerId),
            moves.filter(({ to }) => to === playerId),
          ]
          const net = payout - stake
          expect(out.length > 0 && into.length > 0).toBe(false)
          expect(sum(out) <= (net < 0n ? -net : 0n)).toBe(true)
          expect(sum(into) <= (net > 0n ? net : 0n)).toBe(true)
          if (net > 0n) expect(net - sum(into) <= BigInt(seats.length)).toBe(true)
        }
      }),
    )
  })
})
