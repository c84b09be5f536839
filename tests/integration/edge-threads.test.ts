import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testServer } from '@minefall/platform/testing'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closedTiles, connectPlayer, hasEnded, type Player, type Seeds } from '../harness/player.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'
import { headless, patient } from '../harness/settings.ts'

const strike = fileURLToPath(new URL('../harness/thread-strike.mjs', import.meta.url))

const postgres = testServer()
let server: Server
beforeAll(async () => {
  server = await startServer(
    {
      ...patient,
      ...headless,
      DATABASE_URL: await postgres.fresh(),
      EDGE_THREADS: '2',
      // Five people come: no one else takes a seat of theirs.
      PRACTICE_FILL_MS: '600000',
      NODE_OPTIONS: `--import=${strike}`,
    },
    longTurns,
  )
})
afterAll(() => server.remove())

/** How many players are connected to each of the two threads, as they tell. */
const playersAt = async (): Promise<(number | undefined)[]> => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  return [1, 2].map((thread) => {
    const [, count] =
      new RegExp(`^minefall_live_players{thread="${thread}"} (\\d+)$`, 'm').exec(metrics) ?? []
    return count === undefined ? undefined : Number(count)
  })
}

type Guest = { thread: number; seeds: Seeds; player: Player }

/** The system chooses the thread: connects until it is this one. */
const connectAt = async (thread: number): Promise<Guest> => {
  const before = await playersAt()
  for (;;) {
    const seeds: Seeds = new Map()
    const player = await connectPlayer(server.url, undefined, seeds)
    if (Number((await playersAt())[thread - 1]) > Number(before[thread - 1])) return { thread, seeds, player }
    player.leave()
    await expect.poll(playersAt).toEqual(before)
  }
}

const isGone = ({ socket }: Player) => new Promise((resolve) => socket.once('disconnect', resolve))

const logged = async (text: string): Promise<string[]> => {
  const log = await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8')
  return log.split('\n').filter((line) => line.includes(text))
}

/** Resolves when both threads are up, and no one is connected. */
const isBack = () => expect.poll(() => playersAt().catch(() => [])).toEqual([0, 0])

/** Sits all down at one table and plays, again if need be, until someone at each thread has moved. */
const playAtBoth = async (guests: readonly Guest[]): Promise<MatchId> => {
  for (;;) {
    const joined: MatchId[] = []
    for (const { player } of guests) joined.push(await player.join('mines-trial', '100', 'trial'))
    const [matchId] = joined
    if (!matchId || joined.some((other) => other !== matchId)) throw new Error('they sit at several tables')
    const moved = new Set<number>()
    let played = -1
    while (moved.size < 2) {
      const next = (state: MatchState) => hasEnded(state) || (state.turn?.turn ?? -1) > played
      const states = await Promise.all(guests.map(({ player }) => player.until(next)))
      const mover = guests.find(({ player }) => player.state()?.turn?.seat === player.seat())
      const [state] = states
      if (!state || hasEnded(state) || !mover) break
      const [tile] = closedTiles(state)
      if (tile === undefined) throw new Error('no tile is closed')
      expect((await mover.player.open(tile)).code).toBe(200)
      moved.add(mover.thread)
      played = state.turn?.turn ?? played
    }
    const [first] = guests
    if (
      moved.size === 2 &&
      first &&
      !hasEnded(await first.player.until((state) => hasEnded(state) || (state.turn?.turn ?? -1) > played))
    )
      return matchId
  }
}

it('plays one match at both threads, and goes on when one of them dies', async () => {
  const guests: Guest[] = []
  for (const thread of [1, 1, 1, 2, 2]) guests.push(await connectAt(thread))
  const matchId = await playAtBoth(guests)

  const hit = guests.filter(({ thread }) => thread === 2)
  const lost = hit.map(({ player }) => isGone(player))
  process.kill(server.pid(), 'SIGUSR2')
  await Promise.all(lost)
  for (const guest of hit) {
    guest.player = await connectPlayer(server.url, guest.player.deviceId, guest.seeds)
    await guest.player.follow(matchId)
  }
  const ended = await Promise.all(guests.map(({ player }) => player.play()))
  expect(ended.map(({ phase }) => phase)).toEqual(Array(5).fill('settled'))
  for (const { result } of ended) expect(result).toEqual(ended[0]?.result)
  for (const { player } of guests) player.leave()
  await isBack()
  expect(await logged('an edge thread ended')).toHaveLength(1)
  expect(await logged('Error: struck')).toHaveLength(1)
})

it('ends a thread that hangs, and starts it again', async () => {
  const { player } = await connectAt(2)
  const lost = isGone(player)
  process.kill(server.pid(), 'SIGWINCH')
  await lost
  await isBack()
  expect(await logged('an edge thread hangs')).toHaveLength(1)
})

it('stops all threads in order', async () => {
  const guests = [await connectAt(1), await connectAt(2)]
  const told = guests.map(
    ({ player }) => new Promise((resolve) => player.socket.once('close', ({ code }) => resolve(code))),
  )
  expect(await server.stop()).toBe(0)
  expect(await Promise.all(told)).toEqual(['drain', 'drain'])
})
