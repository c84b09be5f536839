import { randomUUID } from 'node:crypto'
import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import type { Answer } from '@minefall/shared/contracts/live'
import { type Asset, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { manualClock } from '@minefall/shared/testing'
import { onTestFinished } from 'vitest'
import { newInvitationCode } from '../accounts/testing-invitations.ts'
import type { Database, Sql } from '../db/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { fund } from '../ledger/testing-fund.ts'
import type { MatchSettings } from '../matches/index.ts'
import { type Guest, guestOf, setStage } from '../matches/testing.ts'
import { setLimit } from './limits/set-limit.ts'
import { openSaferPlay } from './testing.ts'

/** For tests alone: an account without a contact, of an adult from `residence`, or of someone who said neither. */
export const newAccount = async (db: Sql, residence: string | null = 'MY'): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', 'Someone', 'cat-1')`, [
    id,
  ])
  await db.query(
    `insert into login_account (player_id, invitation_code, secured_at, created_at, adult_at, residence)
     values ($1, $2, now(), now(), case when $3::text is not null then now() end, $3)`,
    [id, newInvitationCode(), residence],
  )
  return id
}

export const queues = {
  duel: { gameId: 'mines-duel', stake: '100', asset: 'coin' },
  bonus: { gameId: 'mines-duel', stake: '100', asset: 'promo' },
  four: { gameId: 'mines-clues', stake: '100', asset: 'coin' },
  trial: { gameId: 'mines-trial', stake: '100', asset: 'trial' },
} as const
export type QueueName = keyof typeof queues

/** What a call of the bus answered: its code, and what it tells. */
type Outcome = { code: number; data: unknown }

export type TablePlayer = Guest & {
  /** Asks for a seat of a queue. */
  ask(queue: QueueName): Promise<Envelope<Answer<'lobby.find'>>>
  /** Finds a match of a queue and sits there; resolves with the match. */
  join(queue: QueueName): Promise<MatchId>
  limit(period: 'day' | 'week' | 'month', amount: bigint | null): Promise<unknown>
}

/** Tables where coins are staked, and safer play beside them on the same bus and clock. */
export const openTables = async (
  db: Database,
  { now = Date.UTC(2026, 2, 4, 12), settings }: { now?: number; settings?: Partial<MatchSettings> } = {},
) => {
  const stage = await setStage(db, {
    clock: manualClock(now),
    settings: { barredCountries: ['FR'], ...settings },
  })
  const { bus, clock } = stage
  const at = await openSaferPlay(db, { bus, clock })
  onTestFinished(at.close)

  const playerOf = (id: string): TablePlayer => {
    const guest = guestOf(stage, id)
    const ask = (queue: QueueName) => bus.request('lobby.find', { ...queues[queue], playerId: id })
    return {
      ...guest,
      ask,
      async join(queue) {
        const matchId = matchIdSchema.parse((await ask(queue)).data?.matchId)
        const { code } = await guest.sit(matchId)
        if (code !== bodyCode.ok) throw new Error(`the seat was refused: ${code}`)
        return matchId
      },
      limit: (period, amount) => setLimit(at.world, { playerId: id, kind: 'loss', period, amount }),
    }
  }
  const player = async (coins = 10_000n, asset: Asset = 'coin'): Promise<TablePlayer> => {
    const id = await newAccount(db)
    if (coins > 0n) await fund(db, id, asset, coins)
    return playerOf(id)
  }

  /** Seats these people at a fresh match of a queue and lets it begin. */
  const begin = async (queue: QueueName, people: readonly TablePlayer[]): Promise<MatchId> => {
    const matchId = matchIdSchema.parse((await people[0]?.ask(queue))?.data?.matchId)
    const seeds = []
    for (const one of people) seeds.push((await one.sit(matchId)).seed)
    await stage.host.idle()
    for (const [index, one] of people.entries()) await one.reveal(matchId, seeds[index] ?? '')
    await stage.host.idle()
    return matchId
  }
  /** A duel of one who leaves against another, who wins. */
  const duel = async (loser: TablePlayer, winner: TablePlayer): Promise<MatchId> => {
    const matchId = await begin('duel', [loser, winner])
    await loser.leave(matchId)
    await stage.host.idle()
    return matchId
  }
  /** What is counted of an account's coins by day, less what came back. */
  const lost = async (playerId: string) => {
    const { rows } = await db.query(
      `select day::text, staked - returned as net from play_day where player_id = $1 and asset = 'coin' order by day`,
      [playerId],
    )
    return Object.fromEntries(rows.map(({ day, net }) => [day, net]))
  }
  const seatsOf = async (playerId: string): Promise<number> =>
    (await db.query('select from seated where player_id = $1', [playerId])).count
  const heldOf = async (playerId: string): Promise<unknown> =>
    (await db.query('select held_coin from player_balance where player_id = $1', [playerId])).rows[0]
      ?.held_coin
  const ledger = () => checkLedger(db)

  return { stage, at, clock, bus, player, playerOf, begin, duel, lost, seatsOf, heldOf, ledger }
}
export type OpenTables = Awaited<ReturnType<typeof openTables>>

export const clean = { clean: true, findings: [] }
export const outcomeOf = ({ code, data }: Outcome): Outcome => ({ code, data })
