import { testServer } from '@minefall/platform/testing'
import { failedStep, verifyRecord } from '@minefall/shared/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closedTiles, connectPlayer, hasEnded, type Player, type Seeds } from '../harness/player.ts'
import { type Prepare, type Server, startServer } from '../harness/server.ts'
import { headless, quick } from '../harness/settings.ts'

/** A sealed table of two for guests. */
const sealedTable: Prepare = (db) =>
  db.query(
    `insert into game_table
       (game_id, name, position, seats, w, h, mines, clues, boards, clock_ms, stakes, assets, guests, practice, sealed)
     values ('sealed-test', 'Sealed', 1000, 2, 4, 4, 1, false, 1, 180000, '{100}', '{trial}', true, false, true)`,
  )

const postgres = testServer()
let server: Server
beforeAll(async () => {
  server = await startServer({ ...quick, ...headless, DATABASE_URL: await postgres.fresh() }, sealedTable)
})
afterAll(() => server.remove())

const join = (player: Player) => player.join('sealed-test', '100', 'trial')

const isDrawn = (turn: number) => (state: Parameters<Parameters<Player['until']>[0]>[0]) =>
  hasEnded(state) || state.moves.some((move) => move.turn === turn)

it('is played over real sockets from sitting down to the payout, with the program killed while a tile is picked', async () => {
  const chains: [Seeds, Seeds] = [new Map(), new Map()]
  let players = await Promise.all(chains.map((seeds) => connectPlayer(server.url, undefined, seeds)))
  const [matchId] = await Promise.all(players.map(join))
  if (!matchId) throw new Error('no match was found')
  await Promise.all(players.map((player) => player.until(({ phase }) => phase === 'playing')))

  // One is not there when the other picks, and so is the program before it draws.
  const moverSeat = players[0]?.state()?.turn?.seat
  const mover = players.find((player) => player.seat() === moverSeat)
  const other = players.find((player) => player !== mover)
  if (!mover || !other) throw new Error('someone is missing')
  other.leave()
  const [tile = -1] = closedTiles(await mover.until(({ turn }) => turn !== null))
  expect((await mover.open(tile)).code).toBe(200)
  expect(mover.state()?.moves).toEqual([])
  await server.kill()
  await server.start()
  players = await Promise.all(
    players.map((player, nth) => connectPlayer(server.url, player.deviceId, chains[nth])),
  )
  await Promise.all(players.map((player) => player.follow(matchId)))
  const first = players[0]
  if (!first) throw new Error('no one came back')
  const drawn = await first.until(isDrawn(0))
  expect(drawn.moves[0]).toMatchObject({ turn: 0, tile, by: 'hand', seat: moverSeat })
  expect(drawn.table.every((seat) => seat?.silent === undefined)).toBe(true)

  const [one, two] = await Promise.all(players.map((player) => player.play()))
  expect(one?.result).toEqual(two?.result)
  expect(one?.result).toMatchObject({ outcome: 'settled', reason: 'won', payouts: [{ amount: '200' }] })
  const record = await fetch(`${server.url}/api/game/match/${matchId}/record`)
  const { results } = await verifyRecord(await record.text())
  expect([failedStep({ results }), results.find(({ step }) => step === 'links')?.outcome]).toEqual([
    null,
    'holds',
  ])
  for (const player of players) player.leave()
})

it('has no seat for who brings no chain', async () => {
  const player = await connectPlayer(server.url)
  const found = await player.ask('lobby.find', { gameId: 'sealed-test', stake: '100', asset: 'trial' })
  const { matchId, serverChain } = found.data ?? {}
  expect(serverChain).toMatch(/^[0-9a-f]{64}$/)
  if (!matchId) throw new Error('no match was found')
  const seat = { commandId: 'ab'.repeat(16), matchId, ref: 'cd'.repeat(16), commit: 'ef'.repeat(32) }
  expect((await player.ask('match.sit', seat)).code).toBe(1426)
  player.leave()
})
