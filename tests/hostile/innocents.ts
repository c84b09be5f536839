import { bodyCode } from '@minefall/shared/contracts'
import { closedTiles, connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import { audit } from './audit.ts'
import { patienceMs } from './wire.ts'

/** Two players who sit at one table and play on, match after match, whatever others do to the server. */
export type Innocents = {
  players: readonly Player[]
  /** Everything that was ever wrong with what they heard, in words. */
  problems(): string[]
  /** Resolves when both have made another move that was acknowledged, and another hash was compared for both. */
  playOn(): Promise<void>
  leave(): Promise<void>
}

const untilMore = async (read: () => readonly number[], what: string, why: () => readonly string[]) => {
  const before = [...read()]
  const end = Date.now() + 2 * patienceMs
  while (!read().every((count, index) => count > (before[index] ?? 0))) {
    if (Date.now() > end) throw new Error(`the innocents ${what} no more: ${why().slice(0, 5).join('; ')}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Connects as a client does, which comes again when a busy server or network did not let it in. */
export const comeIn = async (url: string): Promise<Player> => {
  for (const end = Date.now() + patienceMs; ; ) {
    const player = await connectPlayer(url).catch((error: Error) => error)
    if (!(player instanceof Error)) return player
    if (Date.now() > end) throw player
  }
}

export const innocents = async (url: string): Promise<Innocents> => {
  const players = [await comeIn(url), await comeIn(url)]
  const audits = players.map((_, index) => audit(`innocent ${index + 1}`))
  const moves = players.map(() => 0)
  const failures: string[] = []
  let leaving = false

  const playOne = async (player: Player, index: number) => {
    await player.join('mines-trial', '100', 'trial')
    for (;;) {
      const state = await player.until((known) => hasEnded(known) || known.turn?.seat === player.seat())
      if (hasEnded(state)) return
      const [tile] = closedTiles(state)
      if (tile === undefined) throw new Error('a turn without a closed tile')
      const { code } = await player.open(tile)
      if (code === bodyCode.ok) moves[index] = (moves[index] ?? 0) + 1
      await player.until((known) => hasEnded(known) || known.turn?.turn !== state.turn?.turn)
      // The answer tells the hash of all events so far.
      await player.follow(state.matchId)
    }
  }

  const plays = players.map(async (player, index) => {
    while (!leaving && player.socket.connected) {
      await playOne(player, index).catch((error: Error) => {
        if (!leaving) failures.push(`innocent ${index + 1}: ${error.message}`)
      })
    }
  })

  const readAll = () => {
    for (const [index, one] of audits.entries()) one.read(players[index]?.frames ?? [])
  }

  const problems = () => {
    readAll()
    const gone = players.flatMap(({ socket }, index) =>
      socket.connected ? [] : [`innocent ${index + 1} is not connected any more`],
    )
    return [...failures, ...audits.flatMap((one) => one.problems), ...gone]
  }

  return {
    players,
    problems,
    playOn: () =>
      untilMore(
        () => {
          readAll()
          return [...moves, ...audits.map(({ compared }) => compared())]
        },
        'move',
        problems,
      ),
    async leave() {
      leaving = true
      for (const player of players) player.leave()
      await Promise.all(plays)
    },
  }
}
