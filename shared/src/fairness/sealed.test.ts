import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Asset, rulesSchema } from '../rules/index.ts'
import { bytesToHex } from './bytes.ts'
import {
  chainLength,
  chainOf,
  drawKey,
  drawsMine,
  linkBefore,
  linkFits,
  lockDocument,
  lockHash,
  matchKey,
  openStream,
  type PickedTile,
  pickHash,
  playerCommit,
  serverCommit,
  turnOrder,
} from './index.ts'

type Links = { seat: number; link: string }[]
type Vector = {
  in: {
    matchId: string
    serverSeed: string
    /** `x_N` of the house; that of each seat is `last`. */
    serverLast: string
    players: { ref: string; seed: string; last: string }[]
    rules: unknown
    asset: Asset
    stake: string
    prevLog: string
    /** `from` lists the seats whose links came. */
    draws: { pick: PickedTile; from: number[]; closed: number; mines: number }[]
  }
  out: {
    length: number
    serverCommit: string
    serverChain: string
    seats: { chain: string; commit: string; ref: string }[]
    lockDocument: string
    lockHash: string
    K: string
    order: number[]
    draws: { links: Links; houseLink: string; pickHash: string; D: string; word0: number; mine: boolean }[]
  }
}

const vectors: Record<string, Vector> = JSON.parse(
  readFileSync(new URL('./vectors-sealed.json', import.meta.url), 'utf8'),
)

describe.each(Object.entries(vectors))('mf1 vector %s', (_name, { in: given, out }) => {
  const rules = rulesSchema.parse(given.rules)
  const length = chainLength(rules, given.players.length)
  const seats = given.players.map(({ ref, seed, last }) => ({
    chain: chainOf(last, length).end,
    commit: playerCommit(given.matchId, ref, seed),
    ref,
  }))

  it('locks the chains of the house and of every seat', () => {
    expect(length).toBe(out.length)
    expect(seats).toEqual(out.seats)
    const serverChain = chainOf(given.serverLast, length).end
    expect(serverChain).toBe(out.serverChain)
    const commit = serverCommit(given.matchId, given.serverSeed)
    expect(commit).toBe(out.serverCommit)
    const document = lockDocument({ ...given, rules, serverCommit: commit, serverChain, seats })
    expect(document).toBe(out.lockDocument)
    expect(lockHash(document)).toBe(out.lockHash)
    const { serverSeed, players } = given
    const key = matchKey({ serverSeed, lockHash: out.lockHash, players })
    expect(bytesToHex(key)).toBe(out.K)
    expect(turnOrder(key, players.length)).toEqual(out.order)
  })

  it.each(given.draws.map((draw, nth) => ({ ...draw, nth })))(
    'draws turn $pick.turn',
    ({ pick, from, closed, mines, nth }) => {
      const links = from.map((seat) => ({
        seat,
        link: chainOf(given.players[seat]?.last ?? '', length).links[pick.turn] ?? '',
      }))
      const houseLink = chainOf(given.serverLast, length).links[pick.turn] ?? ''
      const key = drawKey(houseLink, out.lockHash, { ...pick, links })
      expect({
        links,
        houseLink,
        pickHash: pickHash(out.lockHash, pick),
        D: bytesToHex(key),
        word0: openStream(key, 'mf1/draw')(),
        mine: drawsMine(key, { closed, mines }),
      }).toEqual(out.draws[nth])
      expect(drawKey(houseLink, out.lockHash, { ...pick, links: links.toReversed() })).toEqual(key)
      for (const { seat, link } of links) {
        const end = { turn: -1, link: out.seats[seat]?.chain ?? '' }
        expect(linkFits(link, pick.turn, end)).toBe(true)
        expect(linkFits(link, pick.turn + 1, end)).toBe(false)
        expect(linkFits(link, pick.turn, { turn: pick.turn - 1, link: linkBefore(link, 1) })).toBe(true)
        expect(linkFits(link, pick.turn, { turn: pick.turn, link })).toBe(false)
        expect(linkFits(link, pick.turn, { turn: -1, link: out.serverChain })).toBe(false)
      }
    },
  )
})
