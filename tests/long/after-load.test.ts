import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { keepPlaying, newGuests } from '../harness/guest.ts'
import { closedTiles, connectPlayer, reachOwnTurn } from '../harness/player.ts'
import { startServer } from '../harness/server.ts'
import { loadSettings } from '../harness/settings.ts'

const minutes = Number(process.env.LOAD_MINUTES ?? 60)
const people = 20
/** How long each of them thinks before a press, in milliseconds: about as many presses a second as 600 real players make. */
const thinkMs = 200
const movesLeastPerMinute = 100

it(`is back in play within 3 s of a kill after ${minutes} minutes of load`, {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const server = await startServer(loadSettings)
  const guests = newGuests(people)
  const loaded = new AbortController()
  const play = { thinkMs, over: loaded.signal }
  const games = guests.map((guest, index) => keepPlaying(server.url, guest, seededRandom(index), play))
  await setTimeout(minutes * 60_000)

  // One more, whose clock has just begun, is on the move when the server dies.
  const player = await connectPlayer(server.url)
  const { matchId } = await reachOwnTurn(player)
  loaded.abort()
  await server.kill()
  const losses = (await Promise.all(games)).flat()

  const began = performance.now()
  await server.start()
  const back = await connectPlayer(server.url, player.deviceId)
  await back.follow(matchId)
  const state = await back.until(({ turn, phase }) => phase !== 'playing' || turn?.seat === back.seat())
  const [tile] = closedTiles(state)
  expect(tile).toBeDefined()
  const { code } = await back.open(tile ?? 0)
  const took = performance.now() - began
  expect(code).toBe(200)
  const moves = guests.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  console.log(
    `${minutes} minutes of load, ${moves} acknowledged moves, ${losses.length} connections lost (${losses.slice(0, 3).join('; ')}); ` +
      `from start to the next accepted move ${Math.round(took)} ms`,
  )
  // Less than this would not be a load worth its name.
  expect(moves).toBeGreaterThan(minutes * movesLeastPerMinute)
  expect(took).toBeLessThan(3_000)
  back.leave()
  await server.remove()
})
