import { type Database, isUnavailable } from '../../db/index.ts'
import { post, type Transfer } from '../../ledger/index.ts'
import { type Books, enter, gift, withdrawal } from './books.ts'
import type { Chances } from './chances.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'
import { again } from './weather.ts'

export type CashierOptions = {
  db: Database
  /** At least one. */
  players: readonly string[]
  books: Books
  timeline: Timeline
  chances: Chances
  story: Story
  /** Mean time between two postings, in milliseconds. */
  everyMs: number
}

/** Deposits, gifts and withdrawals while matches go on, each retried until its outcome is known. */
export type Cashier = {
  /** Whether no one waits to hear of a posting. */
  isIdle(): boolean
  /** No more from now on. */
  close(): void
}

export const letCashier = (options: CashierOptions): Cashier => {
  const { db, players, books, timeline, chances, story, everyMs } = options
  let asked = 0
  let waiting = 0
  let open = true

  const draw = (): { kind: string; entries: Transfer['entries'] } => {
    const playerId = players[Math.floor(chances.between(0, players.length))] ?? ''
    const lot = chances.random()
    const amount = BigInt(Math.floor(chances.between(1, 2_000)))
    if (lot < 0.4) return { kind: 'deposit', entries: gift(playerId, 'coin', amount) }
    if (lot < 0.6) return { kind: 'gift', entries: gift(playerId, 'promo', amount) }
    return { kind: 'withdrawal', entries: withdrawal(playerId, amount, amount / 100n + 1n) }
  }

  const settle = async ({ kind, entries }: ReturnType<typeof draw>, id: string): Promise<void> => {
    const transfer: Transfer = {
      kind,
      idempotency: { scope: 'cashier', key: id },
      ref: { type: 'order', id, step: 'completed' },
      actor: 'cashier',
      entries,
    }
    for (;;) {
      try {
        const answer = await db.transaction((tx) => post(tx, transfer))
        if (!answer.ok && answer.reason === 'conflict') throw new Error(`order ${id} met another of its key`)
        if (answer.ok) enter(books, entries)
        const outcome = answer.ok ? 'posted' : 'refused'
        story.count(`${kind} ${outcome}${answer.replayed ? ', as answered before' : ''}`)
        story.trace(() => `order ${id}: ${kind} ${outcome}`)
        return
      } catch (error) {
        if (!isUnavailable(error) && !String(error).includes('simulated:')) throw error
        await timeline.pause(chances.between(50, 1_000))
      }
    }
  }

  again(timeline, chances, everyMs, () => {
    if (!open) return
    asked += 1
    waiting += 1
    story.background(
      settle(draw(), String(asked)).then(() => {
        waiting -= 1
      }),
    )
  })
  return {
    isIdle: () => waiting === 0,
    close() {
      open = false
    },
  }
}
