import { describe, expect, it } from 'vitest'
import { type Dealer, verifyTile } from '../fairness/index.ts'
import { catalogue, type EventOf, type GameEvent } from '../game/index.ts'
import { signerOf } from '../node/signer.ts'
import { shardOfMatch } from '../shards/index.ts'
import { seededRandom } from '../testing/index.ts'
import {
  auditSite,
  canonical,
  failedStep,
  type Heads,
  readDocument,
  type Signed,
  shareOf,
  verifyDocument,
  verifyRecord,
  verifySigned,
  verifyWithSite,
} from './index.ts'
import { type PlayedTable, testHouse } from './testing-house.ts'
import { calledOff, callings, struckEarly } from './testing-lies.ts'

const openHouse = () => testHouse(signerOf(new Uint8Array(32).fill(7)))
const tableOf = (gameId: string): PlayedTable => {
  const table = catalogue.find((one) => one.gameId === gameId)
  if (!table) throw new Error(`no table ${gameId}`)
  return table
}
const [classic, clues] = [tableOf('mines-classic'), tableOf('mines-clues')]

/** The first opened tile that does not fit the leaves of its board: what a player's browser stops at. */
const stopsAt = (events: readonly GameEvent[]): number | null => {
  let leaves: readonly string[] = []
  for (const [index, event] of events.entries()) {
    if (event.type === 'BoardBegun') leaves = event.leaves
    if (event.type === 'TileOpened' && !verifyTile(leaves, event)) return index + 1
  }
  return null
}

const fails = async (
  house: ReturnType<typeof openHouse>,
  { header }: { header: { matchId: Parameters<typeof house.readRecord>[0] } },
) => failedStep(await verifyRecord(await house.readRecord(header.matchId)))?.step ?? null

const audit = (
  house: ReturnType<typeof openHouse>,
  voidsMost = 1,
  before?: Parameters<typeof auditSite>[0]['before'],
) =>
  auditSite({
    read: house.read,
    readRecord: house.readRecord,
    now: house.now(),
    voidsMost,
    ...(before && { before }),
  })

/** Answers about one tile what is not so, and about all others the truth. */
const lyingAbout =
  (lie: (tile: ReturnType<Dealer['tile']>) => Partial<ReturnType<Dealer['tile']>>) =>
  (dealer: Dealer): Dealer => ({
    ...dealer,
    tile: (board, tile) => {
      const truth = dealer.tile(board, tile)
      return dealer.openers(board).includes(tile) ? truth : { ...truth, ...lie(truth) }
    },
  })

describe('a house that cheats', () => {
  it('and swaps a tile as it is opened is stopped by every browser at that tile', async () => {
    const house = openHouse()
    const swap = lyingAbout(({ mine }) => (mine ? { mine: false } : {}))
    const match = house.play({
      table: classic,
      random: seededRandom(1),
      dealt: swap,
      choose: (state, dealer) =>
        state.board?.tiles.findIndex((open, tile) => open === null && dealer.tile(0, tile).clue === 255) ?? 0,
    })
    const opened = match.events.findIndex(({ type }) => type === 'TileOpened') + 1
    expect(stopsAt(match.events)).toBeGreaterThanOrEqual(opened)
    expect(await fails(house, match)).toBe('moves')
  })

  it('and lies about a clue is stopped at that tile', async () => {
    const house = openHouse()
    const match = house.play({
      table: clues,
      random: seededRandom(2),
      dealt: lyingAbout(({ clue }) => (clue > 8 ? {} : { clue: (clue + 1) % 9 })),
    })
    const safe = match.events.findIndex((event) => event.type === 'TileOpened' && !event.mine) + 1
    expect(stopsAt(match.events)).toBe(safe)
    expect(await fails(house, match)).toBe('moves')
  })

  it('and seals another board than the seeds give is found at the end of that match', async () => {
    const house = openHouse()
    const other = (dealer: Dealer): Dealer => ({
      ...dealer,
      board: () => dealer.board(1),
      tile: (_, tile) => dealer.tile(1, tile),
      openers: () => dealer.openers(1),
    })
    const match = house.play({ table: clues, random: seededRandom(3), dealt: other })
    expect(await fails(house, match)).toBe('boards')
  })

  it('and calls a seed missing that it has signed for is convicted by the receipt', async () => {
    const house = openHouse()
    const { header, events } = house.play({ table: classic, random: seededRandom(4), missing: 2 })
    const robbed = events.find(
      (event): event is EventOf<'SeatTaken'> => event.type === 'SeatTaken' && event.seat === 2,
    )
    const locked = events.find((event): event is EventOf<'Locked'> => event.type === 'Locked')
    if (!robbed || !locked) throw new Error('the match was not locked')
    const { matchId } = header
    const receipt = house.signer.sign('receipt', { at: locked.at + 40, matchId, ref: robbed.ref })
    expect(await verifySigned('receipt', receipt)).toBe(true)
    expect(receipt.document.at).toBeLessThanOrEqual(locked.revealBy)
    const line = house.logOf(shardOfMatch(matchId)).findLast(({ kind }) => kind === 'closed')
    const closed = readDocument('closed', line?.document ?? '')
    expect(closed).toMatchObject({ reason: 'seed-missing', v: 2 })
    expect(closed && 'seeds' in closed ? closed.seeds[2] : undefined).toBeNull()
    // The record itself holds: that the seed came is what only the receipt says.
    expect(await fails(house, { header })).toBeNull()
  })

  it('and calls off one board in fifty that it dislikes, without a receipt, shows in the figures', () => {
    const random = seededRandom(5)
    /** After how many matches the whole interval is above 1 %, where one in 250 is called off for want of a seed anyway. */
    const until = (disliked: number): number | null => {
      let voided = 0
      for (let locks = 1; locks <= 20_000; locks += 1) {
        if (random() < 0.004 + disliked) voided += 1
        if ((shareOf(voided, locks)?.from ?? 0) > 0.01 && locks >= 100) return locks
      }
      return null
    }
    const cheated = Array.from({ length: 40 }, () => until(0.02) ?? Number.POSITIVE_INFINITY).sort(
      (a, b) => a - b,
    )
    expect(cheated[20]).toBeLessThan(300)
    expect(cheated[39]).toBeLessThan(2_000)
    const honest = Array.from({ length: 40 }, () => until(0)).filter((locks) => locks !== null)
    expect(honest.length).toBeLessThanOrEqual(4)
  })

  it('and rewrites its log contradicts what others saw before', async () => {
    const house = openHouse()
    for (let n = 0; n < 3; n += 1) house.play({ table: tableOf('mines-duel'), random: seededRandom(10 + n) })
    const first = await audit(house)
    expect(first.findings).toEqual([])
    const shard = first.state.shards.findIndex(({ position }) => position > 0)
    house.logOf(shard).pop()
    const [shorter] = (await audit(house, 1, first.state)).findings
    expect(shorter).toMatch(/had 3 lines before, now 2/)
    const log = house.logOf(shard)
    const last = log[1]
    if (last) log.push({ ...last, position: 3, hash: '0'.repeat(64) }, { ...last, position: 4 })
    expect((await audit(house, 1, first.state)).findings.join()).toMatch(/does not name the line before it/)
  })

  it('and shows one player another log is found out by the first who checks that player’s record', async () => {
    const [house, shown] = [openHouse(), openHouse()]
    house.play({ table: tableOf('mines-duel'), random: seededRandom(20) })
    const match = shown.play({ table: tableOf('mines-duel'), random: seededRandom(21) })
    const text = canonical(shown.recordOf(match.header.matchId))
    expect(failedStep(await verifyWithSite(text, shown.read))).toBeNull()
    expect(failedStep(await verifyWithSite(text, house.read))?.step).toBe('site')
  })

  it('and signs heads without the last line of a record is found out, unless they are older than that line', async () => {
    const house = openHouse()
    const random = seededRandom(22)
    house.play({ table: tableOf('mines-duel'), random })
    const kept = (await house.read('/api/fairness/heads')) as { data: Signed<Heads> }
    const { header } = house.play({ table: tableOf('mines-duel'), random })
    const text = canonical(house.recordOf(header.matchId))
    const siteWith = async (heads: Signed<Heads>) => {
      const read = async (path: string) =>
        path === '/api/fairness/heads' ? { data: heads } : house.read(path)
      return (await verifyWithSite(text, read)).results.at(-1)
    }
    const { document } = kept.data
    expect(await siteWith(kept.data)).toMatchObject({ step: 'site', outcome: 'skipped' })
    const dated = (at: number) => house.signer.sign('heads', { ...document, at })
    expect(await siteWith(dated(house.now()))).toMatchObject({ step: 'site', outcome: 'fails' })
    expect(await siteWith({ ...kept.data, document: { ...document, at: document.at + 1 } })).toMatchObject({
      step: 'site',
      outcome: 'fails',
    })
  })

  it('and goes on showing old heads is found by the audit’s own clock, and by any record that is newer', async () => {
    const house = openHouse()
    const random = seededRandom(23)
    const minutes = 60_000
    house.play({ table: tableOf('mines-duel'), random })
    const old = await house.read('/api/fairness/heads')
    const showing = (kept: unknown) => (path: string) =>
      Promise.resolve(path.startsWith('/api/fairness/heads') ? kept : house.read(path))
    const findings = async (read: typeof house.read) =>
      (await auditSite({ ...house, read, now: house.now(), voidsMost: 1 })).findings
    house.wait(house.now() + 5 * minutes)
    expect(await findings(house.read)).toEqual([])
    const { header } = house.play({ table: tableOf('mines-duel'), random })
    const at = new Date((old as { data: Signed<Heads> }).data.document.at).toISOString()
    expect(await findings(showing(old))).toContain(`heads of ${at}: asked for now, and 5 minutes old`)

    const text = canonical(house.recordOf(header.matchId))
    expect(failedStep(await verifyWithSite(text, showing(old)))?.step).toBe('site')
  })

  it('and shows the heads of one hour as those of another is found by the audit', async () => {
    const house = openHouse()
    house.play({ table: tableOf('mines-duel'), random: seededRandom(24) })
    const kept = await house.read('/api/fairness/heads')
    const read = async (path: string) => (path.includes('?hour=') ? kept : house.read(path))
    const findings = async () =>
      (await auditSite({ ...house, read, now: house.now(), voidsMost: 1 })).findings
    expect(await findings()).toEqual([])
    house.wait(house.now() + 3_600_000)
    expect(await findings()).toEqual([
      expect.stringMatching(/^heads of .*: shown as those of the hour from /),
    ])
  })

  it.each([
    ['opens a tile', 'mines-classic', { odds: { clock: 0.2 } }, 'TileOpened', 'moves'],
    ['picks a tile of a sealed table', 'mines-sealed-duel', { odds: { clock: 0.3 } }, 'TilePicked', 'links'],
    ['puts out someone who is idle', 'mines-classic', { odds: { clock: 0.5 } }, 'SeatOut', 'moves'],
    ['calls off a match that no one plays', 'mines-classic', { odds: { clock: 1 } }, 'Voided', 'payouts'],
    ['calls off a match for want of a seed', 'mines-duel', { missing: 1 }, 'Voided', 'payouts'],
  ] as const)('and whose clock %s early is found at that event', (_, gameId, how, type, step) => {
    const house = openHouse()
    const { header } = house.play({ table: tableOf(gameId), random: seededRandom(6), ...how })
    const record = house.recordOf(header.matchId)
    expect(failedStep({ results: verifyDocument(record.document) })).toBeNull()
    const found = struckEarly(record).filter(({ struck }) => struck.type === type)
    expect(found).not.toHaveLength(0)
    for (const { struck, early } of found)
      expect(failedStep({ results: verifyDocument(early) })).toEqual({
        step,
        outcome: 'fails',
        place: { event: record.document.events.indexOf(struck) + 1 },
      })
  })

  it.each(['mines-classic', 'mines-sealed-duel'])(
    'and calls off a match of %s for a reason that its events contradict is found at its end',
    (gameId) => {
      const house = openHouse()
      const { header } = house.play({ table: tableOf(gameId), random: seededRandom(8) })
      const record = house.recordOf(header.matchId)
      for (const { after, borneOut } of callings(record.document))
        for (const reason of ['abandoned', 'seed-missing', 'link-missing'] as const) {
          const results = verifyDocument(calledOff(record, after, reason))
          // The end of this very record is another one's.
          expect([after, reason, failedStep({ results })?.step]).toEqual([
            after,
            reason,
            reason === borneOut ? 'end' : 'payouts',
          ])
        }
    },
  )

  it('and tells a friend where the mines are is not found by any check: every record holds', async () => {
    const house = openHouse()
    const random = seededRandom(30)
    let won = 0
    for (let n = 0; n < 20; n += 1) {
      const match = house.play({
        table: classic,
        random,
        choose: (state, dealer) => {
          const closed = (state.board?.tiles ?? []).flatMap((open, tile) => (open === null ? [tile] : []))
          const safe = closed.filter((tile) => !dealer.tile(0, tile).mine)
          const own = state.turn?.seat === 0 && safe.length > 0 ? safe : closed
          return own[Math.floor(random() * own.length)] ?? 0
        },
      })
      if (match.state.result?.payouts[0]?.seat === 0) won += 1
      expect(await fails(house, match)).toBeNull()
    }
    expect(won).toBeGreaterThan(12)
    expect((await audit(house)).findings).toEqual([])
  })
})
