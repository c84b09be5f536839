import { describe, expect, it } from 'vitest'
import { chainLength, chainOf, drawKey, drawsMine } from '../fairness/index.ts'
import { type EventOf, type GameEvent, sealedTables } from '../game/index.ts'
import { signerOf } from '../node/signer.ts'
import { seededRandom } from '../testing/index.ts'
import { failedStep, verifyDocument, verifyRecord } from './index.ts'
import { testHouse } from './testing-house.ts'

const [duel, classic] = sealedTables
const odds = { clock: 0.05, leave: 0.03, silent: 0.15 }

/** A match as the house has it, and where a check of its record fails once its events were changed. */
const played = (table: (typeof sealedTables)[number], seed: number) => {
  const house = testHouse(signerOf(new Uint8Array(32).fill(7)))
  const match = house.play({ table, random: seededRandom(seed), odds })
  const { document } = house.recordOf(match.header.matchId)
  const failsWith = (change: (event: GameEvent) => GameEvent | null) => {
    const events = document.events.flatMap((event) => change(event) ?? [])
    return failedStep({ results: verifyDocument({ ...document, events }) })?.step ?? null
  }
  return { house, match, document, failsWith }
}

const isFirst = <T extends GameEvent['type']>(events: readonly GameEvent[], type: T) => {
  const first = events.find((event): event is EventOf<T> => event.type === type)
  return (event: GameEvent): event is EventOf<T> => event === first
}

describe('the record of a sealed match', () => {
  it.each([duel, classic])(
    'holds in every step, with seats that were silent or left: $gameId',
    async (table) => {
      for (let seed = 1; seed <= 12; seed += 1) {
        const { house, match } = played(table, seed)
        const { results } = await verifyRecord(await house.readRecord(match.header.matchId))
        const skipped = results.filter(({ outcome }) => outcome === 'skipped').map(({ step }) => step)
        expect([failedStep({ results }), skipped]).toEqual([null, ['boards']])
      }
    },
  )

  it('fails where a tile is not what its links draw, or a link leads back to nothing', () => {
    const { document, failsWith } = played(classic, 3)
    const { events } = document
    const isDraw = isFirst(events, 'TileOpened')
    expect(failsWith((event) => (isDraw(event) ? { ...event, mine: !event.mine } : event))).toBe('links')
    const other = 'ab'.repeat(32)
    expect(failsWith((event) => (isDraw(event) ? { ...event, link: other } : event))).toBe('links')
    const [isPick, isLink] = [isFirst(events, 'TilePicked'), isFirst(events, 'LinkRevealed')]
    expect(failsWith((event) => (isPick(event) ? { ...event, link: other } : event))).toBe('links')
    expect(failsWith((event) => (isLink(event) ? { ...event, link: other } : event))).toBe('links')
    expect(failsWith((event) => (isPick(event) ? { ...event, tile: event.tile + 1 } : event))).toBe('links')
  })

  it('fails where a link that came is left out, a silent seat is not named, or a draw comes too early', () => {
    const { document, failsWith } = played(classic, 3)
    const { events } = document
    const isLink = isFirst(events, 'LinkRevealed')
    expect(failsWith((event) => (isLink(event) ? null : event))).toBe('links')
    const silent = events.find((event) => event.type === 'TileOpened' && event.silent !== undefined)
    const unnamed = (event: GameEvent): GameEvent => {
      if (event !== silent || event.type !== 'TileOpened') return event
      const { silent: _silent, ...rest } = event
      return rest
    }
    expect(silent).toBeDefined()
    expect(failsWith(unnamed)).toBe('links')
    const early = (event: GameEvent) =>
      silent && event.at === silent.at ? { ...event, at: silent.at - 1_500 } : event
    expect(failsWith(early)).toBe('links')
  })

  it('can’t be drawn again: another chain of the house is another lock', () => {
    const { match, document } = played(duel, 5)
    const { rules, seats, serverChain } = match.header
    const chain = chainOf('cd'.repeat(32), chainLength(rules, seats))
    const header = { ...match.header, serverChain: chain.end }
    expect(failedStep({ results: verifyDocument({ ...document, header }) })?.step).toBe('log')
    expect(serverChain).not.toBe(chain.end)
  })
})

describe('a tile of a sealed table', () => {
  it('turns on every link in it, so that who does not have them all knows nothing', () => {
    const { match } = played(classic, 3)
    const { events } = match
    const drawn = events.find((event) => event.type === 'TileOpened')
    const links = events.flatMap((event) =>
      (event.type === 'TilePicked' || event.type === 'LinkRevealed') && event.turn === 0 && event.link
        ? [{ seat: event.seat, link: event.link }]
        : [],
    )
    const lockHash = match.state.lock?.lockHash ?? ''
    if (drawn?.type !== 'TileOpened' || !drawn.link) throw new Error('nothing was drawn')
    const house = drawn.link
    const results = (nth: number) =>
      Array.from({ length: 400 }, (_, n) => {
        const unknown = n.toString(16).padStart(64, '0')
        const own = links.map((one, index) => (index === nth ? { ...one, link: unknown } : one))
        const key = drawKey(nth < 0 ? unknown : house, lockHash, { ...drawn, links: own })
        return drawsMine(key, { closed: 25, mines: 4 })
      }).filter(Boolean).length
    for (let nth = -1; nth < links.length; nth += 1) {
      // 64 of 400 are expected, with a deviation of 7.3.
      expect(Math.abs(results(nth) - 64)).toBeLessThan(4 * 7.4)
    }
  })
})
