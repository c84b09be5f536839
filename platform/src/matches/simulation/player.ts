import { bodyCode } from '@minefall/shared/contracts'
import { seatedSchema } from '@minefall/shared/contracts/live'
import { chainOf } from '@minefall/shared/fairness'
import {
  type Asset,
  awaitedSeats,
  chooseTile,
  type MatchId,
  type MatchState,
  matchIdSchema,
} from '@minefall/shared/game'
import type { Chances } from './chances.ts'
import { commandsOf, type Drawn } from './commands.ts'
import { type Connection, connect } from './connection.ts'
import type { Edge } from './edge.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

export type QueueName = { gameId: string; stake: string; asset: Asset }

export type PlayerOptions = {
  playerId: string
  queues: readonly [QueueName, ...QueueName[]]
  timeline: Timeline
  edges: readonly [Edge, ...Edge[]]
  chances: Chances
  story: Story
  /** How long they rest between two matches, in milliseconds. */
  rests: readonly [number, number]
  /** True when no match is to be begun any more. */
  isClosing: () => boolean
}

/** Long enough for every sealed table here: the links of a chain that is longer lead back to its end as well. */
const chainLinks = 40

const isOver = ({ phase }: MatchState) => phase === 'settled' || phase === 'voided'

/** A person at play, from match to match, with what people do; resolves when the world closes. For tests alone. */
export const playOn = async (options: PlayerOptions): Promise<void> => {
  const { playerId, queues, timeline, chances, story, rests, isClosing } = options
  const connection: Connection = connect(options)
  const commands = commandsOf({ ...options, connection })
  /** What was drawn for each match; after an unclear answer more than one for the same. */
  const seeds = new Map<MatchId, (Drawn & { links: readonly string[] })[]>()
  /** Matches found that are sealed. */
  const sealed = new Set<MatchId>()

  const find = async (): Promise<MatchId | null> => {
    const answer = await connection.request('lobby.find', { playerId, ...chances.pick(queues) })
    story.count(`lobby.find ${answer.code}`)
    if (answer.code === bodyCode.ok && answer.data) {
      const { matchId, serverChain } = answer.data
      if (serverChain !== undefined) sealed.add(matchId)
      return matchId
    }
    const seated = seatedSchema.safeParse(answer.data)
    if (answer.code === bodyCode.seatedElsewhere && seated.success) return seated.data.matchId
    if (answer.code === bodyCode.pausedFromSitting) await timeline.pause(20_000)
    return null
  }

  /** The match where this player has a seat now. */
  const sit = async (matchId: MatchId): Promise<MatchId | null> => {
    const own = { ref: chances.hex(16), seed: chances.hex(32) }
    const chain = sealed.has(matchId) ? chainOf(chances.hex(32), chainLinks) : null
    const drawn = { ...own, chain: chain?.end, links: chain?.links ?? [] }
    seeds.set(matchId, [...(seeds.get(matchId) ?? []), drawn])
    const { code, data } = await commands.sit(matchId, drawn)
    if (code === bodyCode.ok) return matchId
    const seated = seatedSchema.safeParse(data)
    return code === bodyCode.seatedElsewhere && seated.success ? seated.data.matchId : null
  }

  const own = (state: MatchState) => {
    const refs = (seeds.get(state.matchId) ?? []).map(({ ref }) => ref)
    return state.table.find((seat) => seat !== null && refs.includes(seat.ref)) ?? null
  }

  const linkOf = (state: MatchState, turn: number): string | undefined => {
    const seat = own(state)
    return seeds.get(state.matchId)?.find(({ ref }) => ref === seat?.ref)?.links[turn]
  }

  /** Gives its link, sooner or later, or not at all. */
  const giveLink = async (state: MatchState, turn: number, seat: number) => {
    if (chances.happens(0.05)) return
    await timeline.pause(chances.happens(0.9) ? chances.between(20, 300) : chances.between(300, 2_500))
    const link = linkOf(state, turn)
    if (link !== undefined) await commands.link(seat, { matchId: state.matchId, turn, link })
  }

  const vanish = async () => {
    story.count('vanished')
    connection.vanish()
    await timeline.pause(
      chances.happens(0.8) ? chances.between(300, 20_000) : chances.between(20_000, 60_000),
    )
    connection.comeBack(chances.happens(0.6))
  }

  const reveal = async (matchId: MatchId) => {
    await timeline.pause(chances.between(0, 2_500))
    for (const { seed } of seeds.get(matchId) ?? []) {
      const { code } = await commands.reveal(matchId, seed)
      if (code !== bodyCode.wrongSeed) return
    }
  }

  const move = async ({ matchId }: MatchState, turn: number) => {
    await timeline.pause(chances.happens(0.9) ? chances.between(200, 4_000) : chances.between(4_000, 12_600))
    const state = connection.copy?.state
    if (state?.turn?.turn !== turn || !state.board) return
    const tile = chooseTile(state, chances.random, chances.pick(['skilled', 'casual', 'random']))
    const opening = { matchId, turn, tile, link: linkOf(state, turn) }
    const mischief = chances.random()
    if (mischief < 0.04) await commands.openTwice(opening)
    else if (mischief < 0.08) {
      const other = chooseTile(state, chances.random, 'random')
      await commands.openEither(opening, other)
    } else {
      if (mischief < 0.12) await commands.openWrongly({ ...opening, turn: turn - 1 })
      await commands.open(opening)
    }
  }

  /** Asks to sit again; the match where they meet, if there is one. */
  const meetAgain = async (matchId: MatchId): Promise<MatchId | null> => {
    const { code } = await connection.request('match.rematch', { playerId, matchId })
    story.count(`match.rematch ${code}`)
    if (code !== bodyCode.ok) return null
    const until = timeline.now() + 12_000
    while (connection.rematch === null && timeline.now() < until) await connection.changed(500)
    return connection.rematch
  }

  /** Plays to the end, or until they have had enough. The answer is the match that they go on to. */
  const play = async (matchId: MatchId): Promise<MatchId | null> => {
    connection.follow(matchId)
    const leavesAt = timeline.now() + chances.between(30_000, 120_000)
    const forgetsSeed = chances.happens(0.03)
    const done = new Set<number | string>()
    for (;;) {
      await connection.changed(1_000)
      const state = connection.copy?.state
      if (!state) continue
      const seat = own(state)
      if (isOver(state)) {
        if (state.result?.outcome === 'voided' && state.result.next && seat?.seed !== undefined)
          return matchIdSchema.parse(state.result.next)
        return chances.happens(0.2) && !isClosing() ? meetAgain(matchId) : null
      }
      if (!seat || (seat.out && chances.happens(0.5))) return null
      if (seat.out) continue
      const { turn, pick } = state
      if (pick && awaitedSeats(state, pick).includes(seat.seat) && !done.has(`link ${pick.turn}`)) {
        done.add(`link ${pick.turn}`)
        await giveLink(state, pick.turn, seat.seat)
      } else if (state.phase === 'gathering' && (isClosing() || timeline.now() > leavesAt)) {
        await commands.leave(matchId)
        if (!isClosing()) return null
      } else if (state.phase === 'locking' && seat.seed === undefined && !forgetsSeed && !done.has('seed')) {
        done.add('seed')
        await reveal(matchId)
      } else if (turn?.seat === seat.seat && !done.has(turn.turn)) {
        done.add(turn.turn)
        const mood = chances.random()
        if (mood < 0.02) await commands.leave(matchId)
        else if (mood < 0.05) await vanish()
        else if (mood > 0.08) await move(state, turn.turn)
      }
    }
  }

  let next: MatchId | null = null
  let doing = 'comes in'
  story.waits.set(playerId, () => `${playerId} ${doing}, ${connection.told()}`)
  for (;;) {
    await timeline.pause(next === null ? chances.between(...rests) : chances.between(100, 3_000))
    doing = 'looks for a match'
    const found: MatchId | null = next ?? (isClosing() ? null : await find())
    next = null
    if (found === null) {
      if (isClosing()) break
      continue
    }
    doing = `sits down at ${found}`
    const seated = await sit(found)
    if (seated === null) continue
    doing = `plays ${seated}`
    next = await play(seated)
    connection.unfollow()
  }
  story.waits.delete(playerId)
}
