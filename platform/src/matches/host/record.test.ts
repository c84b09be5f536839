import { type MatchHeader, matchIdSchema } from '@minefall/shared/game'
import { eventsHash } from '@minefall/shared/record'
import { expect, it } from 'vitest'
import { extend, newRecord, resume } from './record.ts'

const matchId = matchIdSchema.parse('a'.repeat(32))
const header: MatchHeader = {
  ...{ matchId, gameId: 'blind', asset: 'trial', stake: '1', seats: 2, serverCommit: 'ab'.repeat(32) },
  rules: { w: 2, h: 2, mines: 1, clues: false, boards: 1, clockMs: 10_000, rakeBps: 0 },
}
const leaves = Array.from({ length: 4 }, (_, tile) => `0${tile}`.repeat(32))
const begun = { type: 'BoardBegun', v: 1, at: 1, board: 1, root: 'cd'.repeat(32), leaves } as const

it('keeps the leaves of a board as bytes, and tells them as they came', () => {
  const record = newRecord(header)
  const asked = { seat: null, commandId: null, requestHash: null, at: 1 }
  extend(record, { matchId, seq: 1, events: [{ ...begun, leaves: [...leaves] }], ...asked })
  const board = { board: 1, root: begun.root, leaves, tiles: [null, null, null, null] }
  expect(record.state.board).toEqual(board)
  expect(JSON.parse(JSON.stringify(record.state.board))).toEqual(board)
  const player = { playerId: 'p', unacknowledged: [] }
  expect(resume(record, { ...player, seq: 0 }).catchUp).toEqual({ kind: 'events', from: 0, events: [begun] })
  expect(resume(record, { ...player, seq: null }).catchUp).toMatchObject({ state: { board } })
  expect([...(record.state.board?.leaves ?? [])].map((leaf) => leaf.length)).toEqual([64, 64, 64, 64])
})

it('knows the hash of its events with those to come, which stay out until they are in the journal', () => {
  const record = newRecord(header)
  const asked = { seat: null, commandId: null, requestHash: null, at: 1 }
  const next = { ...begun, board: 2 }
  expect(record.eventsHash.after([begun])).toBe(eventsHash([begun]))
  extend(record, { matchId, seq: 1, events: [begun], ...asked })
  expect(record.eventsHash.after([next])).toBe(eventsHash([begun, next]))
  extend(record, { matchId, seq: 2, events: [next, next], ...asked })
  expect(record.eventsHash.after([begun])).toBe(eventsHash([begun, next, next, begun]))
})
