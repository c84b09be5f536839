import { afterAll, beforeAll, expect, it } from 'vitest'
import { closedTiles, connectPlayer, reachOwnTurn } from '../harness/player.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'
import { headless, quick } from '../harness/settings.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ ...quick, ...headless }, longTurns)
})
afterAll(() => server.remove())

it('keeps every acknowledged move over a SIGKILL, and the match goes on to its end', async () => {
  const player = await connectPlayer(server.url)
  const { matchId, state: mine } = await reachOwnTurn(player)
  const [tile] = closedTiles(mine)
  if (tile === undefined) throw new Error('no tile is closed')
  const answer = await player.open(tile)
  expect(answer.code).toBe(200)

  await server.kill()
  await server.start()

  const back = await connectPlayer(server.url, player.deviceId)
  await back.follow(matchId)
  const resumed = back.state()
  expect(resumed?.moves).toContainEqual(
    expect.objectContaining({ turn: mine.turn?.turn, tile, seat: player.seat(), by: 'hand' }),
  )
  const ended = await back.play()
  expect(ended.phase).toBe('settled')
  const paid = ended.result?.payouts.reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(paid).toBe(500)
  back.leave()
})

it('stops on SIGTERM with code 0 and starts again where it was', async () => {
  const player = await connectPlayer(server.url)
  const matchId = await player.join('mines-trial', '100', 'trial')
  await player.until(({ phase }) => phase === 'playing')
  expect(await server.stop()).toBe(0)
  await server.start()
  const back = await connectPlayer(server.url, player.deviceId)
  await back.follow(matchId)
  expect(back.state()?.phase).not.toBe('voided')
  expect(back.seat()).toBe(player.seat())
  back.leave()
})
