import {
  type DeskToServer,
  deskCalls,
  deskLivePath,
  type ServerToDesk,
} from '@minefall/shared/contracts/desk'
import { deal } from '@minefall/shared/fairness'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, startStaffed, type TestStaff } from '../harness/desk.ts'
import { connectPlayer } from '../harness/player.ts'
import { longTurns, type Server } from '../harness/server.ts'
import { headless, patient } from '../harness/settings.ts'

/** Opens a desk's live connection, watches the connections, and keeps all that it hears. Resolves once it is watching. */
const listenAsDesk = async (url: string, token: string) => {
  const socket: Socket<ServerToDesk, DeskToServer> = io(url, {
    path: deskLivePath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  const frames: string[] = []
  socket.onAny((...told) => frames.push(JSON.stringify(told)))
  await new Promise<void>((resolve, reject) => {
    socket.once('welcome', () => resolve())
    socket.once('close', ({ code, msg }) => reject(new Error(`the desk was closed: ${code}: ${msg}`)))
    socket.once('connect_error', reject)
  })
  await socket.emitWithAck('connections.watch', {})
  return { frames, leave: () => void socket.disconnect() }
}

let server: Server
let staff: TestStaff[]
beforeAll(async () => {
  // However long five take to sit down, no practice opponent takes a seat of theirs.
  const settings = { ...patient, ...headless, PRACTICE_FILL_MS: '600000' }
  ;({ server, staff } = await startStaffed(settings, ['support', 'finance', 'admin'], longTurns))
})
afterAll(() => server.remove())

it('reveals no tile, seed or layout in any frame, answer or log line before it is due', async () => {
  const players = await Promise.all(Array.from({ length: 5 }, () => connectPlayer(server.url)))
  const ids = await Promise.all(players.map((player) => player.join('mines-trial', '100', 'trial')))
  expect(new Set(ids).size).toBe(1)
  const [matchId] = ids
  const [watcher] = players
  if (!matchId || !watcher) throw new Error('no one sat down')

  const started = await watcher.until(({ phase }) => phase === 'playing')
  // Every role looks at the match, and listens until it is over.
  const desks = await Promise.all(
    staff.map(async (person) => {
      const desk = await openDesk(server.url, person)
      const { frames, leave } = await listenAsDesk(server.url, desk.token)
      const looks = await Promise.all([
        desk.call(deskCalls.matches, { query: { live: 'yes' } }),
        desk.call(deskCalls.match, { params: { id: matchId } }),
        desk.call(deskCalls.search, { query: { q: matchId } }),
        desk.call(deskCalls.health, {}),
      ])
      const answers = looks.map((look) => JSON.stringify(look))
      for (const answer of answers.slice(0, 3)) expect(answer).toContain(matchId)
      return { answers, frames, leave }
    }),
  )
  const answer = await (await fetch(`${server.url}/api/game/match/${matchId}`)).text()
  const games = players.map((player) => player.play())
  const ended = await watcher.until(({ phase }) => phase === 'settled' || phase === 'voided')
  await Promise.all(games)
  expect(ended.phase).toBe('settled')
  if (!ended.result || !ended.lock) throw new Error('the match ended without a result')

  // What was secret: the server's seed, and the salt of every tile that neither a player nor the house opened.
  const { serverSeed } = ended.result
  const dealer = deal({
    rules: ended.rules,
    serverSeed,
    lockHash: ended.lock.lockHash,
    players: ended.table.flatMap((seat) => (seat?.seed ? [{ ref: seat.ref, seed: seat.seed }] : [])),
  })
  expect(dealer.order).toEqual(started.order)
  const opened = new Set(ended.moves.map(({ board, tile }) => `${board}/${tile}`))
  for (let board = 0; board <= (ended.board?.board ?? 0); board += 1)
    for (const tile of dealer.openers(board)) opened.add(`${board}/${tile}`)
  const secrets = [0, 1].flatMap((board) =>
    Array.from({ length: 36 }, (_, tile) =>
      opened.has(`${board}/${tile}`) ? [] : [dealer.tile(board, tile).salt],
    ).flat(),
  )
  expect(secrets.length).toBeGreaterThan(10)
  for (const player of players) {
    const last = player.frames.findIndex((frame) => frame.includes('"Settled"'))
    expect(last).toBeGreaterThan(0)
    const before = player.frames.slice(0, last).join('\n')
    expect(before).not.toContain(serverSeed)
    for (const secret of secrets) expect(before).not.toContain(secret)
    // Neither does the event that ends it tell tiles that stayed closed.
    for (const secret of secrets) expect(player.frames.join('\n')).not.toContain(secret)
  }
  for (const { answers, frames, leave } of desks) {
    // Rows are reported each second, also after the end.
    await expect.poll(() => frames.join('\n')).toContain(matchId)
    const told = [...answers, ...frames].join('\n')
    expect(told).not.toContain(serverSeed)
    for (const secret of secrets) expect(told).not.toContain(secret)
    for (const seat of ended.table) if (seat?.seed) expect(told).not.toContain(seat.seed)
    leave()
  }
  expect(answer).toContain(matchId)
  for (const secret of [serverSeed, ...secrets]) {
    expect(answer).not.toContain(secret)
    expect(server.output()).not.toContain(secret)
  }
  for (const player of players) expect(server.output()).not.toContain(player.deviceId)
  for (const player of players) player.leave()
})
