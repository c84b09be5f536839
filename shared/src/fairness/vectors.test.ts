import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Asset, type Rules, rulesSchema } from '../rules/index.ts'
import { bytesToHex } from './bytes.ts'
import { autoOrder } from './derive.ts'
import {
  cluesOf,
  deal,
  lockDocument,
  lockHash,
  matchKey,
  minesOf,
  playerCommit,
  seedsHash,
  serverCommit,
  tileLeaf,
  tileSalts,
  turnOrder,
  verifyBoard,
  verifyTile,
} from './index.ts'

type Vector = {
  in: {
    matchId: string
    serverSeed: string
    players: { ref: string; seed: string }[]
    rules: Rules
    asset: Asset
    stake: string
    prevLog: string
  }
  out: {
    serverCommit: string
    seats: { ref: string; commit: string }[]
    lockDocument: string
    lockHash: string
    T: string
    K: string
    order: number[]
    boards: {
      mines: number[]
      clues: number[]
      openers?: number[]
      salt0: string
      leaf0: string
      boardRoot: string
    }[]
    auto: Record<string, number[]>
  }
}

/** The boards that a vector lists, where they are not 0, 1 and so on. */
const boardNumbers: Record<string, number[]> = { rising6x6: [0, 1, 2, 5] }

const vectors: Record<string, Vector> = JSON.parse(
  readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'),
)

describe.each(Object.entries(vectors))('mf1 vector %s', (name, { in: given, out }) => {
  const rules = rulesSchema.parse(given.rules)
  const seats = given.players.map(({ ref, seed }) => ({
    ref,
    commit: playerCommit(given.matchId, ref, seed),
  }))
  const document = lockDocument({ ...given, rules, serverCommit: out.serverCommit, seats })
  const seeds = { serverSeed: given.serverSeed, lockHash: lockHash(document), players: given.players }
  const key = matchKey(seeds)
  const dealer = deal({ ...seeds, rules })

  it('commits to the server seed and to each player seed', () => {
    expect(serverCommit(given.matchId, given.serverSeed)).toBe(out.serverCommit)
    expect(seats).toEqual(out.seats)
  })

  it('locks everything in one canonical document', () => {
    expect(document).toBe(out.lockDocument)
    expect(lockHash(document)).toBe(out.lockHash)
  })

  it('derives the key from all seeds', () => {
    expect(bytesToHex(seedsHash(seeds))).toBe(out.T)
    expect(bytesToHex(key)).toBe(out.K)
  })

  it('draws the turn order', () => {
    expect(turnOrder(key, given.players.length)).toEqual(out.order)
    expect(dealer.order).toEqual(out.order)
  })

  it.each(out.boards.map((board, place) => ({ board, number: boardNumbers[name]?.[place] ?? place })))(
    'lays and proves board $number',
    ({ board, number }) => {
      const mines = minesOf(key, number, rules)
      expect(mines).toEqual(board.mines)
      expect(cluesOf(mines, rules)).toEqual(board.clues)
      expect(tileSalts(key, number)(0)).toBe(board.salt0)
      expect(tileLeaf({ board: number, tile: 0, ...dealer.tile(number, 0) })).toBe(board.leaf0)
      const proof = dealer.board(number)
      expect(proof.root).toBe(board.boardRoot)
      expect(verifyBoard(rules, proof)).toBe(true)
      expect(dealer.openers(number)).toEqual(board.openers ?? [])
    },
  )

  it.each(Object.entries(out.auto))('opens tiles for an expired clock at %s', (place, expected) => {
    const [board = -1, turn = -1] = place.split('/').map(Number)
    expect(autoOrder(key, board, turn, rules).slice(0, expected.length)).toEqual(expected)
    const [first, ...rest] = expected
    expect(dealer.auto(board, turn, () => true)).toBe(first)
    expect(dealer.auto(board, turn, (tile) => tile !== first)).toBe(rest[0])
  })

  it('tells a true tile from a false one', () => {
    const { leaves } = dealer.board(0)
    const truth = { board: 0, tile: 3, ...dealer.tile(0, 3) }
    expect(verifyTile(leaves, truth)).toBe(true)
    expect(verifyTile(leaves, { ...truth, mine: !truth.mine })).toBe(false)
    expect(verifyTile(leaves, { ...truth, clue: truth.clue === 0 ? 1 : 0 })).toBe(false)
    expect(verifyTile(leaves, { ...truth, tile: 4 })).toBe(false)
  })
})
