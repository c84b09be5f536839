import { bodyCode } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { expect } from 'vitest'
import type { Database } from '../../db/index.ts'
import { clean, openTables } from '../testing-tables.ts'
import { beginBreak } from './begin-break.ts'

const turns = async (count: number): Promise<void> => {
  for (let nth = 0; nth < count; nth++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/**
 * For tests alone: lets breaks meet the last seat of a duel, so many times, with one or the other a little earlier. Each
 * time the match begins with both stakes, or the seat is given back with its hold; the ledger is clean after all.
 */
export const raceBreaksWithLastSeats = async (db: Database, times: number): Promise<void> => {
  const at = await openTables(db)
  const rich = await at.player(1_000_000n)
  const { idle } = at.stage.host
  const seen = { begun: 0, back: 0 }
  for (let nth = 0; nth < times; nth++) {
    const me = await at.player(100n)
    const iAmLast = nth % 2 === 0
    const [first, last] = iAmLast ? [rich, me] : [me, rich]
    const matchId = matchIdSchema.parse((await first.ask('duel')).data?.matchId)
    const firstSat = await first.sit(matchId)
    expect(firstSat.code).toBe(bodyCode.ok)
    const ahead = (nth >> 1) % 8
    const [lastSat] = await Promise.all([
      turns(Math.max(0, 4 - ahead)).then(() => last.sit(matchId)),
      turns(Math.max(0, ahead - 4)).then(() =>
        beginBreak(at.at.world, me.id, { kind: 'self-exclusion', days: null }),
      ),
    ])
    await idle()
    const mine = iAmLast ? lastSat : firstSat
    const { phase, table } = at.stage.match(matchId)
    if (phase === 'gathering') {
      seen.back += 1
      expect([bodyCode.ok, bodyCode.playPaused]).toContain(mine.code)
      expect([await at.seatsOf(me.id), await at.heldOf(me.id)]).toEqual([0, 0n])
      expect(table.flatMap((seat) => seat?.holder ?? [])).toEqual([rich.id])
    } else {
      seen.begun += 1
      expect(await at.heldOf(me.id)).toBe(100n)
      await first.reveal(matchId, firstSat.seed)
      await last.reveal(matchId, lastSat.seed)
      await idle()
      expect(at.stage.match(matchId).phase).toBe('playing')
      expect(await at.lost(me.id)).toEqual({ '2026-03-04': 100n })
    }
    await rich.leave(matchId)
    await idle()
    expect([await at.seatsOf(me.id), await at.heldOf(me.id)]).toEqual([0, 0n])
    expect((await me.ask('duel')).code).toBe(bodyCode.playPaused)
  }
  expect(seen.begun + seen.back).toBe(times)
  expect(await at.ledger()).toEqual(clean)
}
