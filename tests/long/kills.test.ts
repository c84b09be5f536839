import { checkLedger } from '@minefall/platform'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../harness/both-databases.ts'
import { inDatabase } from '../harness/database-place.ts'
import { type Guest, newGuests, playOn } from '../harness/guest.ts'
import { connectPlayer } from '../harness/player.ts'
import { type Server, startServer } from '../harness/server.ts'
import { loadSettings } from '../harness/settings.ts'

const kills = Number(process.env.KILLS ?? 50)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const tables = 4

/** Every noted move is in the journal, as the restarted server tells it. */
const expectAllThere = async (server: Server, guests: readonly Guest[]) => {
  const wanted = guests.flatMap(({ acknowledged }) => acknowledged)
  const matches = new Map<MatchId, MatchState>()
  for (const matchId of new Set(wanted.map(({ matchId }) => matchId))) {
    const observer = await connectPlayer(server.url)
    await observer.follow(matchId)
    const state = observer.state()
    if (state) matches.set(matchId, state)
    observer.leave()
  }
  for (const { matchId, turn, tile, seat } of wanted)
    expect(matches.get(matchId)?.moves, `match ${matchId} turn ${turn}, seed ${seed}`).toContainEqual(
      expect.objectContaining({ turn, tile, seat, by: 'hand' }),
    )
  return wanted.length
}

onBothDatabases((name, open) =>
  describe(name, () => {
    it(`loses no acknowledged move and no trial coin over ${kills} kills`, {
      timeout: 3_600_000,
    }, async () => {
      const random = seededRandom(seed)
      const { env, place } = await open()
      const server = await startServer({ ...loadSettings, ...env })
      const guests = newGuests(tables * 3, seed * 1000)
      const restarts: number[] = []
      let checked = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const games = guests.map((guest) => playOn(server.url, guest, random))
        await new Promise((resolve) => setTimeout(resolve, 300 + random() * 3000))
        await server.kill()
        await Promise.all(games)
        const began = performance.now()
        await server.start()
        restarts.push(performance.now() - began)
        checked += await expectAllThere(server, guests)
        for (const guest of guests) guest.acknowledged = []
      }
      expect(checked).toBeGreaterThan(kills)
      expect(await server.stop()).toBe(0)
      expect((await inDatabase(place(server), checkLedger)).findings).toEqual([])
      restarts.sort((a, b) => a - b)
      const at = (share: number) => Math.round(restarts[Math.floor(share * (restarts.length - 1))] ?? 0)
      console.log(
        `${name}: seed ${seed}, ${kills} kills, ${checked} acknowledged moves, all there; start to ready ${at(0.5)} ms median, ${at(1)} ms at most`,
      )
      await server.remove()
    })
  }),
)
