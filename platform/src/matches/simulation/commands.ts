import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest } from '@minefall/shared/contracts/bus'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import type { Chances } from './chances.ts'
import type { Connection } from './connection.ts'
import type { Acknowledged, Link, Story } from './story.ts'
import type { Timeline } from './timeline.ts'

/** Answers that leave a command's outcome unknown: it is sent again as it was. */
const isUnclear = (code: number): boolean => code === bodyCode.unavailable || code === bodyCode.timeout

const resendsMost = 5

export type CommandsOptions = {
  playerId: string
  connection: Connection
  timeline: Timeline
  chances: Chances
  story: Story
}

/** What is drawn for a seat; a chain at sealed tables alone. */
export type Drawn = { ref: string; seed: string; chain?: string | undefined }

/** A move by hand; the link at sealed tables alone. */
export type Move = { matchId: MatchId; turn: number; tile: number; link?: string | undefined }

/** What a player sends, with ids, resends and a note of what was acknowledged. For tests alone. */
export const commandsOf = ({ playerId, connection, timeline, chances, story }: CommandsOptions) => {
  type Commands = 'match.sit' | 'match.reveal' | 'match.open' | 'match.leave'

  const send = async <N extends Commands>(
    name: N,
    make: () => BusRequest<N>,
    did: Acknowledged['did'],
  ): Promise<Envelope<BusAnswer<N>>> => {
    for (let resends = 0; ; resends += 1) {
      const request = make()
      const answer = await connection.request(name, request)
      if (answer.code === bodyCode.ok) {
        const outcome = answer.data
        if (!outcome) throw new Error(`${name} was acknowledged without its outcome`)
        const { matchId, commandId } = request
        story.acknowledged.push({ playerId, matchId, commandId, seq: outcome.seq, did })
      }
      story.count(`${name} ${answer.code}`)
      story.trace(
        () => `${playerId} ${name} ${request.matchId} ${request.commandId} ${answer.code} ${answer.msg}`,
      )
      if (!isUnclear(answer.code) || resends === resendsMost) return answer
      await timeline.pause(chances.between(100, 1_500))
    }
  }

  const opening =
    ({ matchId, turn, tile, link }: Move, commandId: string) =>
    () => ({
      playerId,
      commandId,
      matchId,
      turn,
      tile,
      link,
      roundTripMs: chances.between(0, 400),
      until: timeline.now() + 5_000,
    })

  return {
    sit: (matchId: MatchId, { ref, seed, chain }: Drawn) => {
      const commandId = chances.hex(16)
      const commit = playerCommit(matchId, ref, seed)
      return send(
        'match.sit',
        () => ({ playerId, edge: connection.edge(), commandId, matchId, ref, commit, chain }),
        { type: 'SeatTaken' },
      )
    },
    reveal: (matchId: MatchId, seed: string) => {
      const commandId = chances.hex(16)
      return send('match.reveal', () => ({ playerId, commandId, matchId, seed }), { type: 'SeedRevealed' })
    },
    leave: (matchId: MatchId) => {
      const commandId = chances.hex(16)
      return send('match.leave', () => ({ playerId, commandId, matchId }), { type: 'left' })
    },
    open: (move: Move) =>
      send('match.open', opening(move, chances.hex(16)), { type: 'opened', tile: move.tile }),
    /** The same command twice at once: both must get the same outcome. */
    openTwice: async (move: Move) => {
      const make = opening(move, chances.hex(16))
      const did = { type: 'opened', tile: move.tile } as const
      const [one, two] = await Promise.all([send('match.open', make, did), send('match.open', make, did)])
      if (one.data && two.data && one.data.seq !== two.data.seq)
        throw new Error(
          `one command became events ${one.data.seq} and ${two.data.seq} of match ${move.matchId}`,
        )
    },
    /** One id for two tiles at once: one of them at most may count. */
    openEither: async (move: Move, other: number) => {
      const commandId = chances.hex(16)
      const [one, two] = await Promise.all([
        send('match.open', opening(move, commandId), { type: 'opened', tile: move.tile }),
        send('match.open', opening({ ...move, tile: other }, commandId), { type: 'opened', tile: other }),
      ])
      if (move.tile !== other && one.code === bodyCode.ok && two.code === bodyCode.ok)
        throw new Error(`one command id opened two tiles of match ${move.matchId}`)
    },
    /** A turn that is over, and someone else's: neither may count. */
    openWrongly: async (move: Move) => {
      const make = opening(move, chances.hex(16))
      const { code } = await connection.request('match.open', make())
      if (code === bodyCode.ok)
        throw new Error(`turn ${move.turn} of match ${move.matchId} was not this player's`)
    },
    /** The link for what another one picked, sent again until the outcome is clear. */
    link: async (seat: number, { matchId, turn, link }: Omit<Link, 'seat'>) => {
      for (let resends = 0; ; resends += 1) {
        const { code } = await connection.request('match.link', { playerId, matchId, turn, link })
        story.count(`match.link ${code}`)
        if (code === bodyCode.ok) story.links.push({ seat, matchId, turn, link })
        if (!isUnclear(code) || resends === resendsMost) return
        await timeline.pause(chances.between(100, 400))
      }
    },
  }
}
export type Commands = ReturnType<typeof commandsOf>
