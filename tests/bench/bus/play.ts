import { bodyCode, ok } from '@minefall/shared/contracts'
import type { BusEvent, BusRequest } from '@minefall/shared/contracts/bus'
import { matchIdSchema } from '@minefall/shared/game'
import { type Bus, withRequestId } from '@minefall/shared/node'

/** What crosses the bus for a move: the move, its events to anyone who watches, and the answer. */

const matchId = matchIdSchema.parse('ab'.repeat(16))
const node = 'platform-1'

const move: BusRequest<'match.open'> = {
  playerId: '6f2f5c1e-0000-4000-8000-000000000001',
  roundTripMs: 41,
  until: 2_000_000_000_000,
  matchId,
  commandId: 'cd'.repeat(16),
  turn: 7,
  tile: 12,
}

const at = 1_700_000_000_000
const told: BusEvent<'match.events'> = {
  matchId,
  seq: 31,
  events: [
    {
      type: 'TileOpened',
      v: 1,
      at,
      turn: 7,
      seat: 2,
      board: 0,
      tile: 12,
      mine: false,
      clue: 3,
      salt: 'ef'.repeat(16),
      by: 'hand',
    },
    { type: 'TurnStarted', v: 1, at, turn: 8, seat: 3, deadline: at + 12_000 },
  ],
  hash: 'ab'.repeat(32),
}

/** Answers moves as their match's owner does. */
export const answerMoves = (bus: Bus): void => {
  bus.respond(
    'match.open',
    async () => {
      bus.publish('match.events', matchId, told)
      return ok({ matchId, seq: told.seq, seat: 2 })
    },
    { at: node },
  )
}

/** Plays moves as a BFF does whose player watches the match. */
export const player = (bus: Bus) => {
  let heard = 0
  let asked = 0
  let answered = 0
  bus.subscribe('match.events', matchId, () => {
    heard += 1
  })
  const play = async () => {
    asked += 1
    const answer = await withRequestId(`bench-${asked}`, () => bus.request('match.open', move, { at: node }))
    if (answer.code !== bodyCode.ok) throw new Error(answer.msg)
    answered += 1
    if (heard < answered) throw new Error('a move was answered before its events were heard')
  }
  return {
    play,
    /** Plays `count` moves, `together` at a time. */
    playAll: async (count: number, together: number) => {
      let left = count
      const lane = async () => {
        while (left > 0) {
          left -= 1
          await play()
        }
      }
      await Promise.all(Array.from({ length: together }, lane))
    },
  }
}
