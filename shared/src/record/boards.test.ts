import { expect, it } from 'vitest'
import { beginOf, dailyRules, dayMs, dayOf, dealDay, finishOf } from '../daily/index.ts'
import { dailyCommit } from '../fairness/index.ts'
import { signerOf } from '../node/signer.ts'
import { auditSite, dailyEntry, lockOpenMost, type NewEntry, noLog, seedEntry } from './index.ts'
import { testHouse } from './testing-house.ts'

const first = Date.UTC(2026, 2, 1)
const dayAt = (nth: number) => dayOf(first + nth * dayMs)
const seedAt = (nth: number) => nth.toString(16).padStart(64, '0')

/** A house whose log has nothing but boards of days. */
const openHouse = () => {
  const house = testHouse(signerOf(new Uint8Array(32).fill(7)))
  const add = (at: number, entryOf: (prevLog: string) => NewEntry) => {
    const log = house.logOf(0)
    const { document, hash, kind } = entryOf(log.at(-1)?.hash ?? noLog)
    log.push({ at, document, hash, kind, position: log.length + 1, shard: 0 })
  }
  const commit = (nth: number, at = beginOf(dayAt(nth)) - dayMs, seed = seedAt(nth)) => {
    const day = dayAt(nth)
    const { root } = dealDay(day, seed, dailyRules).board(0)
    const board = { at, commit: dailyCommit(day, seedAt(nth)), day, root, rules: dailyRules }
    add(at, (prevLog) => dailyEntry(board, prevLog))
  }
  const open = (nth: number, at = finishOf(dayAt(nth)) + 60_000, serverSeed = seedAt(nth)) =>
    add(at, (prevLog) => seedEntry({ at, day: dayAt(nth), serverSeed }, prevLog))
  const audit = async (now: number) => {
    house.wait(now)
    const { findings, state } = await auditSite({
      read: house.read,
      readRecord: house.readRecord,
      now,
      voidsMost: 1,
    })
    return {
      findings: findings.map((finding) => finding.replace(/^log 0, line (\d+): the board of /, '$1 ')),
      state,
    }
  }
  return { house, commit, open, audit }
}

it('finds nothing where every board is committed to the day before and opened the day after', async () => {
  const { house, commit, open, audit } = openHouse()
  commit(0, first)
  commit(1, first)
  commit(2)
  open(0)
  commit(3)
  const half = await audit(first + 2.2 * dayMs)
  expect(half.findings).toEqual([])
  open(1)
  // Away for two days: what was missed is opened, and today's board comes late.
  open(2, first + 6.5 * dayMs)
  open(3, first + 6.5 * dayMs)
  commit(6, first + 6.5 * dayMs)
  commit(7, first + 6.5 * dayMs)
  house.wait(first + 6.6 * dayMs)
  const options = { read: house.read, readRecord: house.readRecord, now: first + 6.6 * dayMs, voidsMost: 1 }
  expect((await auditSite({ ...options, before: half.state })).findings).toEqual([])
  expect((await audit(options.now)).state.boards?.closed).toHaveLength(2)
})

it('tells of a board that is not what, or not when, it should be', async () => {
  const { commit, open, audit } = openHouse()
  commit(0)
  commit(1)
  open(0, first + dayMs)
  // On its own day, though the site was there the day before.
  commit(2, first + 2 * dayMs + 5)
  open(1, undefined, seedAt(9))
  commit(2, first + 2 * dayMs + 6)
  // A root that is another board's.
  commit(3, undefined, seedAt(8))
  open(3)
  open(5)
  const { findings } = await audit(finishOf(dayAt(3)) + lockOpenMost + 1)
  expect(findings).toEqual([
    '3 2026-03-01 is opened too early',
    '4 2026-03-03 is committed to too late',
    '5 2026-03-02 has another seed than it was committed to with',
    '6 2026-03-03 is committed to after that of 2026-03-03',
    '6 2026-03-03 is committed to too late',
    '8 2026-03-04 is another than that of its seed',
    '9 2026-03-06 is opened and was not committed to',
    'the board of 2026-03-03 is not opened',
    'the board of 2026-03-03 is not opened',
  ])
})
