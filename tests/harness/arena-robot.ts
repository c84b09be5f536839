import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyCode } from '@minefall/shared/contracts'
import { type ArenaSeat, arenaSeatSchema } from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import { bearer, post, sayAdult, signInByCode } from './accounts.ts'
import { closedTiles, connectPlayer, hasEnded, type Player, type Seeds } from './player.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** How long one who joins or goes on waits for it before they press again, in milliseconds. */
const againMs = 2_000

/** What robots read of an arena: hundreds that read all of its standings would keep the machine busy with that alone. */
const playersSchema = z.array(z.object({ nth: z.int(), status: z.string() }))
const newsSchema = z.union([
  z.object({ kind: z.literal('change'), players: playersSchema }),
  z.object({ kind: z.literal('seat'), ...arenaSeatSchema.shape }),
])
const watchedSchema = z.object({
  standings: z.object({ players: playersSchema }),
  own: z.object({ nth: z.int(), seat: z.nullable(arenaSeatSchema) }),
})

/** Someone who plays in an arena on a server that comes and goes. */
export type ArenaRobot = {
  playerId: string
  /** Joins the arena and plays in it until `over` is aborted. */
  live(arenaId: string, over: AbortSignal): Promise<void>
  /** How many matches they have sat down at. */
  sat(): number
  /** How long they waited for each call, in milliseconds, while their connection lasted. */
  waits(): readonly number[]
  /** How long each of their moves took to be answered, in milliseconds. */
  answers(): readonly number[]
}

/** Plays in one's turns until one is out or the match is over, and notes how long each move took. */
const playOn = async (player: Player, answers: number[]): Promise<void> => {
  for (;;) {
    const seat = player.seat()
    const state = await player.until(
      (s) => hasEnded(s) || seat === null || s.table[seat]?.out !== null || s.turn?.seat === seat,
    )
    const own = seat === null ? null : state.table[seat]
    if (hasEnded(state) || !own || own.out) return
    const [tile] = closedTiles(state)
    const { turn } = state
    if (tile !== undefined) {
      const askedAt = performance.now()
      await player.open(tile)
      answers.push(performance.now() - askedAt)
    }
    await player.until((s) => hasEnded(s) || s.turn?.turn !== turn?.turn)
  }
}

/** Registers someone who may stake. */
export const newArenaRobot = async (url: string): Promise<ArenaRobot> => {
  const [contact, deviceId] = [`${hex(8)}@home.example`, hex(16)]
  const { id: playerId, token } = await signInByCode(url, { contact, deviceId })
  await sayAdult(url, token)
  const seeds: Seeds = new Map()
  const matches = new Set<MatchId>()
  const waits: number[] = []
  const answers: number[] = []

  /** Answers the match where they sit, if they may. Like a page it asks again where the answer leaves that open. */
  const sitDown = async (player: Player, { matchId }: ArenaSeat): Promise<MatchId | null> => {
    const secret = seeds.get(matchId) ?? { ref: hex(16), seed: hex(32) }
    seeds.set(matchId, secret)
    const commit = playerCommit(matchId, secret.ref, secret.seed)
    const asked = { commandId: hex(16), matchId, ref: secret.ref, commit }
    for (;;) {
      const { code } = await player.ask('match.sit', asked)
      if (code !== bodyCode.timeout && code !== bodyCode.unavailable)
        return code === bodyCode.ok ? matchId : null
      await delay(againMs)
    }
  }
  /** Joins, or goes on after a pause. Answers whether that was taken. */
  const join = async (arenaId: string): Promise<boolean> =>
    (await post(url, 'arena/join', { arenaId }, { headers: bearer(token) })).code === bodyCode.ok

  /** As long as one connection lasts. */
  const liveOn = async (arenaId: string, over: AbortSignal): Promise<void> => {
    const player = await connectPlayer(url, deviceId, seeds, token)
    const leave = () => player.leave()
    over.addEventListener('abort', leave)
    try {
      const calls: ArenaSeat[] = []
      let freeAt: number | null = null
      let nth: number | null = null
      let isPaused = false
      const see = (players: z.output<typeof playersSchema>) => {
        const own = players.find((one) => one.nth === nth)
        if (own) isPaused = own.status === 'paused'
      }
      player.socket.on('arena', (told: unknown) => {
        // No one reads the frames, and those of hundreds of robots would fill the memory.
        player.frames.length = 0
        const news = newsSchema.parse(told)
        if (news.kind === 'change') return see(news.players)
        const { kind: _kind, ...seat } = news
        calls.push(seat)
        if (freeAt !== null) waits.push(Date.now() - freeAt)
        freeAt = null
      })
      const { data } = await player.ask('arena.watch', { arenaId })
      const { standings, own } = watchedSchema.parse(data)
      nth = own.nth
      see(standings.players)
      if (own.seat) calls.push(own.seat)
      // Perhaps one whose answer got lost with the connection.
      let current = player.seatedAt
      for (let idleMs = againMs; !over.aborted; ) {
        if (current) {
          matches.add(current)
          await player.follow(current)
          await playOn(player, answers)
          current = null
          freeAt = Date.now()
        }
        const seat = calls.pop()
        if (seat) current = await sitDown(player, seat)
        else if (isPaused && idleMs >= againMs) {
          if (await join(arenaId)) isPaused = false
          idleMs = 0
        }
        if (!player.socket.connected) throw new Error('the connection is gone')
        await delay(100)
        idleMs += 100
      }
    } finally {
      over.removeEventListener('abort', leave)
      player.leave()
    }
  }
  return {
    playerId,
    sat: () => matches.size,
    waits: () => waits,
    answers: () => answers,
    async live(arenaId, over) {
      // A connection that left hears no more, and one who waits for its match would wait on.
      const isOver = new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }))
      while (!over.aborted && !(await join(arenaId).catch(() => false))) await delay(againMs)
      while (!over.aborted) {
        await Promise.race([liveOn(arenaId, over).catch(() => undefined), isOver])
        if (!over.aborted) await delay(50)
      }
    },
  }
}
