import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { post } from '../../ledger/index.ts'
import { type Books, enter, gift, newBooks } from './books.ts'
import type { Chances } from './chances.ts'
import type { QueueName } from './player.ts'

export type Crowd = { season?: unknown; sealed?: boolean; people: number }

export type Person = { playerId: string; isGuest: boolean }

/** A queue or more. */
export type Queues = readonly [QueueName, ...QueueName[]]

const trial: QueueName = { gameId: 'mines-trial', stake: '100', asset: 'trial' }
const duel: QueueName = { gameId: 'mines-duel', stake: '10', asset: 'coin' }

/** What is played: by guests, by accounts, by accounts in a season (in coins and in bonus coins), at sealed tables. */
const guestQueues: Queues = [trial]
const queues: Queues = [
  duel,
  duel,
  { gameId: 'mines-classic', stake: '10', asset: 'coin' },
  { gameId: 'mines-clues', stake: '100', asset: 'coin' },
  { gameId: 'mines-royale', stake: '100', asset: 'coin' },
  trial,
]
const seasonQueues: Queues = [
  trial,
  ...queues.flatMap((queue) =>
    queue.asset === 'coin' ? [queue, { ...queue, asset: 'promo' as const }] : [queue],
  ),
]
const sealedDuel: QueueName = { gameId: 'sealed-duel', stake: '100', asset: 'trial' }
const sealedQueues: Queues = [sealedDuel, { gameId: 'sealed-classic', stake: '100', asset: 'trial' }]

/** Few people would wait long for a table of five. */
const isFew = ({ people }: Crowd) => people < 12

export const queuesOf = (crowd: Crowd, { isGuest }: Person): Queues => {
  if (crowd.sealed) return isFew(crowd) ? [sealedDuel] : sealedQueues
  if (isGuest) return guestQueues
  if (isFew(crowd)) return [duel, trial]
  return crowd.season ? seasonQueues : queues
}

/** A third of them guests, none in a season. */
export const addPeople = async (db: Sql, chances: Chances, { people, season }: Crowd): Promise<Person[]> => {
  const players: Person[] = []
  for (let number = 0; number < people; number += 1) {
    const isGuest = !season && number % 3 === 0
    const playerId = z
      .uuid()
      .parse(chances.hex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'))
    await db.query('insert into player (id, kind, name, avatar) values ($1, $2, $3, $4)', [
      playerId,
      isGuest ? 'guest' : 'player',
      `Player ${number}`,
      'cat-1',
    ])
    players.push({ playerId, isGuest })
  }
  return players
}

/** What each account is given to play for, in whole coins. */
const wealth = { world: { coin: 1_000_000n, promo: 0n }, season: { coin: 5_000n, promo: 5_000n } }

/** Guests play for trial coins alone; accounts begin with a deposit, and with a gift in a season. */
export const fundAccounts = async (
  db: Sql,
  players: readonly Person[],
  { season }: Crowd,
): Promise<Books> => {
  const books = newBooks()
  const amounts = season ? wealth.season : wealth.world
  for (const { playerId, isGuest } of players)
    for (const asset of ['coin', 'promo'] as const) {
      if (isGuest || amounts[asset] === 0n) continue
      const entries = gift(playerId, asset, amounts[asset])
      const answer = await post(db, {
        kind: 'fund',
        idempotency: { scope: 'fund', key: `${playerId}/${asset}` },
        ref: { type: 'fund', id: playerId, step: asset },
        actor: 'world',
        entries,
      })
      if (!answer.ok) throw new Error(answer.reason)
      enter(books, entries)
    }
  return books
}
