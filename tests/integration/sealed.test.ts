import { testServer } from '@minefall/platform/testing'
import type { MatchId } from '@minefall/shared/game'
import { failedStep, verifyRecord } from '@minefall/shared/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inDatabase } from '../harness/database-place.ts'
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
let url: string
let server: Server
beforeAll(async () => {
  url = await postgres.fresh()
  server = await startServer({ ...quick, ...headless, DATABASE_URL: url }, sealedTable)
})
afterAll(() => server.remove())

const join = (player: Player) => player.join('sealed-test', '100', 'trial')

const isDrawn = (turn: number) => (state: Parameters<Parameters<Player['until']>[0]>[0]) =>
  hasEnded(state) || state.moves.some((move) => move.turn === turn)

/** Of the program that was killed: whether a tile of this match was drawn before. */
const wasDrawn = (matchId: MatchId): Promise<boolean> =>
  inDatabase({ url }, async (sql) => {
    const { count } = await sql.query(
      `select from match_decision, jsonb_array_elements(events) as event
       where match_id = $1 and event->>'type' = 'TileOpened'`,
      [matchId],
    )
    return count > 0
  })

/** A match whose program was killed when a tile was picked and waited for the link of one who had left. */
const killedInPick = async () => {
  for (;;) {
    const chains: [Seeds, Seeds] = [new Map(), new Map()]
    const players = await Promise.all(chains.map((seeds) => connectPlayer(server.url, undefined, seeds)))
    const [matchId] = await Promise.all(players.map(join))
    if (!matchId) throw new Error('no match was found')
    await Promise.all(players.map((player) => player.until(({ phase }) => phase === 'playing')))
    const moverSeat = players[0]?.state()?.turn?.seat
    const mover = players.find((player) => player.seat() === moverSeat)
    const other = players.find((player) => player !== mover)
    if (!mover || !other) throw new Error('someone is missing')
    other.leave()
    const [tile = -1] = closedTiles(await mover.until(({ turn }) => turn !== null))
    expect((await mover.open(tile)).code).toBe(200)
    await server.kill()
    const drawn = await wasDrawn(matchId)
    await server.start()
    // On a slow machine the links may be waited for no longer by then.
    if (!drawn) return { matchId, players, chains, moverSeat, tile }
  }
}

it('is played over real sockets from sitting down to the payout, with the program killed while a tile is picked', async () => {
  const { matchId, chains, moverSeat, tile, players: before } = await killedInPick()
  const players = await Promise.all(
    before.map((player, nth) => connectPlayer(server.url, player.deviceId, chains[nth])),
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
