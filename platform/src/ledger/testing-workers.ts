import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../db/index.ts'
import { balancesOf, post, type Transfer } from './index.ts'
import { newPlayer } from './testing.ts'

/** A gift from one player to another. */
export const gift = (from: string, to: string, amount: bigint, key: string = randomUUID()): Transfer => ({
  kind: 'gift',
  idempotency: { scope: `gift/${from}`, key },
  ref: { type: 'test', id: key, step: 'given' },
  actor: from,
  entries: [
    { account: { kind: 'player', owner: from, asset: 'coin' }, amount: -amount },
    { account: { kind: 'player', owner: to, asset: 'coin' }, amount },
  ],
})

const wealth = 1_000_000n

/** Twenty workers send so many transfers among eight players, each twice: expects each to take effect once. */
export const expectEachOnce = async (db: Database, count: number): Promise<void> => {
  const players = await Promise.all(Array.from({ length: 8 }, () => newPlayer(db, 'coin', wealth)))
  const expected = players.map(() => wealth)
  const transfers = Array.from({ length: count }, (_, number) => {
    const from = number % 8
    const to = (from + 1 + (number % 7)) % 8
    const amount = BigInt(number + 1)
    expected[from] = (expected[from] ?? 0n) - amount
    expected[to] = (expected[to] ?? 0n) + amount
    return gift(players[from] ?? '', players[to] ?? '', amount)
  })
  const queue = [...transfers, ...transfers.toReversed()]
  let effective = 0
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const transfer = next
        const answer = await db.transaction((tx) => post(tx, transfer))
        expect(answer.ok).toBe(true)
        if (answer.ok && !answer.replayed) effective++
      }
    }),
  )
  expect(effective).toBe(count)
  expect((await balancesOf(db, players)).map(({ coin }) => coin)).toEqual(expected.map(String))
}
