import { bodyCode } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { closedTiles, type Player, reachOwnTurn } from '../harness/player.ts'
import type { Arena } from './arena.ts'
import { attacker, hex } from './attacker.ts'
import { comeIn } from './innocents.ts'

/** Sits down until it is this player's turn; whose it is, and two tiles that can be opened. */
const myTurn = async (player: Player) => {
  const { state } = await reachOwnTurn(player)
  const [tile, other] = closedTiles(state)
  if (tile === undefined || other === undefined || !state.turn) throw new Error('no tile to open')
  return { matchId: state.matchId, turn: state.turn.turn, tile, other }
}

/** Leaves the seat too: anyone else who sits at this table is not to wait for turns that no one takes. */
const standUp = async (player: Player, matchId: MatchId) => {
  await player.ask('match.leave', { commandId: hex(16), matchId })
  player.leave()
}

/** Rightly shaped moves that are not the sender's to make, or not now. */
export const moveCases = (arena: () => Arena) => {
  const at = () => ({ port: arena().server.port, from: '127.0.0.5' })

  describe('moves', () => {
    test('sent again, doubled, and after a newer one, happen once and get one answer', async () => {
      const player = await comeIn(arena().server.url)
      const { matchId, turn, tile, other } = await myTurn(player)
      const command = { commandId: hex(16), matchId, turn, tile }
      const [first, doubled] = await Promise.all([
        player.ask('match.open', command),
        player.ask('match.open', command),
      ])
      expect(first.code).toBe(bodyCode.ok)
      expect(doubled).toEqual(first)
      expect(await player.ask('match.open', command)).toEqual(first)
      // The turn is over: another tile for it comes too late.
      const stale = await player.ask('match.open', { ...command, commandId: hex(16), tile: other })
      expect([bodyCode.staleTurn, bodyCode.notYourTurn, bodyCode.wrongPhase, bodyCode.notSeated]).toContain(
        stale.code,
      )
      const mine = player.state()?.moves.filter((move) => move.turn === turn)
      expect(mine).toEqual([expect.objectContaining({ tile, by: 'hand' })])
      await standUp(player, matchId)
    })

    test('out of order are refused, and the right one is taken after all', async () => {
      const player = await comeIn(arena().server.url)
      const { matchId, turn, tile } = await myTurn(player)
      const early = await player.ask('match.open', { commandId: hex(16), matchId, turn: turn + 1, tile })
      expect(early.code).not.toBe(bodyCode.ok)
      expect((await player.ask('match.open', { commandId: hex(16), matchId, turn, tile })).code).toBe(
        bodyCode.ok,
      )
      await standUp(player, matchId)
    })

    test('in another’s seat, with another’s command id, in no match, change nothing', async () => {
      const [innocent] = arena().innocents.players
      if (!innocent) throw new Error('no one plays')
      const state = await innocent.until(({ turn }) => turn !== null)
      const { matchId, turn } = state
      const one = await attacker(at())
      const open = { commandId: hex(16), matchId, turn: turn?.turn ?? 0, tile: closedTiles(state)[0] ?? 0 }
      for (const [name, payload] of [
        ['match.open', open],
        ['match.leave', { commandId: hex(16), matchId }],
        ['match.reveal', { commandId: hex(16), matchId, seed: hex(32) }],
        ['match.link', { matchId, turn: open.turn, link: hex(32) }],
        ['match.emote', { matchId, emote: 'grr' }],
        ['match.rematch', { matchId }],
        ['match.open', { ...open, commandId: hex(16), matchId: hex(16) }],
        ['match.sit', { commandId: hex(16), matchId, ref: hex(16), commit: hex(32) }],
      ] as const) {
        const { code } = await one.ask(name, payload)
        expect([name, code]).not.toEqual([name, bodyCode.ok])
      }
      // What the attacker tried under this id is not what its owner would be answered.
      const watched = await one.ask('match.follow', { matchId, seq: null, unacknowledged: [open.commandId] })
      expect(watched).toMatchObject({ code: bodyCode.ok, data: { seat: null, outcomes: [] } })
      one.end()
    })
  })
}
