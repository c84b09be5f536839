import type { MatchId, MatchState } from '@minefall/shared/game'
import { closedTiles } from '../harness/player.ts'
import type { Steadfast } from '../harness/steadfast.ts'

/** Guests at one trial table, moved by a script. */
export type Table = {
  matchId: MatchId
  players: readonly Steadfast[]
  /** Waits until it is someone's turn; the answer is who that is. */
  mover(): Promise<Steadfast>
  /** The one on the move opens a tile; everyone has seen it when this resolves. */
  move(): Promise<void>
  /** Plays `count` turns. With five seats no one can have won before the fourth. */
  moves(count: number): Promise<void>
  /** Lets everyone play for themselves and waits until all have seen the end. */
  playOn(): Promise<MatchState[]>
}

export const someone = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`there is no ${what}`)
  return found
}

export const tableOf = (matchId: MatchId, players: readonly Steadfast[], random: () => number): Table => {
  const everyone = (what: string, holds: (state: MatchState) => boolean) =>
    Promise.all(players.map((player) => player.until(what, holds)))

  const mover = async () => {
    const [state] = await everyone('a turn', ({ turn }) => turn !== null)
    const seat = state?.turn?.seat
    return someone(
      players.find((player) => player.seat() === seat),
      `player at seat ${seat}`,
    )
  }
  const move = async () => {
    const player = await mover()
    const state = player.state()
    const tiles = state ? closedTiles(state) : []
    const tile = someone(tiles[Math.floor(random() * tiles.length)], 'closed tile')
    const turn = someone(state?.turn ?? undefined, 'turn').turn
    const { code, msg } = await player.command('match.open', { matchId, turn, tile })
    if (code !== 200) throw new Error(`match.open: ${code} ${msg}`)
    await everyone(
      'the move to be seen',
      (seen) => seen.turn?.turn !== turn && seen.moves.some((one) => one.turn === turn),
    )
  }
  return {
    matchId,
    players,
    mover,
    move,
    async moves(count) {
      for (let done = 0; done < count; done += 1) await move()
    },
    playOn: () => Promise.all(players.map((player) => player.playOn())),
  }
}
