import { closedTiles } from './deduction.ts'
import { boardOdds } from './mine-odds.ts'
import { plainDealer } from './plain-dealer.ts'
import { chooseTile, type Skill } from './practice.ts'
import { playOut, readyMatch, type SimulatedTable } from './simulation.ts'
import { dealtOpeners, judgeMatch, type SeatSkill } from './skill.ts'

/** For tests alone. How an account plays: honestly with some skill, or seeing a share of the mines, 0–1, on each board. */
export type SimulatedAccount = { skill: Skill } | { sees: number }

export type Sums = Pick<SeatSkill, 'choices' | 'survived' | 'expected' | 'variance'>

/**
 * Plays matches of one table among accounts that fill it, who change seats from match to match. After each match `told`
 * gets the sums of every account so far; playing stops when it answers true.
 */
export const playAccounts = (
  table: SimulatedTable,
  accounts: readonly SimulatedAccount[],
  { matches, random }: { matches: number; random: () => number },
  told: (sums: readonly Sums[], match: number) => boolean,
): void => {
  const sums = accounts.map(() => ({ choices: 0, survived: 0, expected: 0, variance: 0 }))
  for (let match = 1; match <= matches; match += 1) {
    const dealer = plainDealer(random, table.seats, table.rules)
    const accountAt = (seat: number) => (seat + match) % accounts.length
    /** What each insider sees of each board. */
    const seen = new Map<string, ReadonlySet<number>>()
    const { state } = playOut(readyMatch(table, random), dealer, (view, seat) => {
      const account = accounts[accountAt(seat)]
      const { board } = view
      if (!account || !board) throw new Error(`no one moves in seat ${seat}`)
      if ('skill' in account) return chooseTile(view, random, account.skill)
      const key = `${seat}/${board.board}`
      const mines = board.tiles.flatMap((_, tile) => (dealer.tile(board.board, tile).mine ? [tile] : []))
      const known = seen.get(key) ?? new Set(mines.filter(() => random() < account.sees))
      seen.set(key, known)
      const { odds } = boardOdds(board, table.rules)
      const open = closedTiles(board).filter((tile) => !known.has(tile))
      const least = Math.min(...open.map((tile) => odds.get(tile) ?? 1))
      return open.find((tile) => (odds.get(tile) ?? 1) <= least) ?? 0
    })
    const skill = judgeMatch({ ...state, openers: dealtOpeners(dealer) }, table.seats)
    for (const [seat, played] of (skill?.seats ?? []).entries()) {
      const own = sums[accountAt(seat)]
      if (!own) continue
      own.choices += played.choices
      own.survived += played.survived
      own.expected += played.expected
      own.variance += played.variance
    }
    if (told(sums, match)) return
  }
}
