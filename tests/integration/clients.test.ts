import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testServer } from '@minefall/platform/testing'
import { protocolOldest } from '@minefall/shared/contracts/live'
import {
  bytesToHex,
  lockDocument,
  lockHash,
  matchKey,
  minesOf,
  playerCommit,
  seedsHash,
  serverCommit,
  tileLeaf,
  tileSalts,
  turnOrder,
} from '@minefall/shared/fairness'
import { emptyHash, eventSchema, rollHash } from '@minefall/shared/game'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectPlayer, reachOwnTurn } from '../harness/player.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'
import { headless, quick } from '../harness/settings.ts'
import { root } from '../load/repository.ts'

const page = (name: string) => readFile(join(root, 'docs', name), 'utf8')

const postgres = testServer()
let server: Server
beforeAll(async () => {
  server = await startServer({ ...quick, ...headless, DATABASE_URL: await postgres.fresh() }, longTurns)
})
afterAll(() => server.remove())

it('lets a bot written from the docs alone play a trial match to its end', async () => {
  const bot = join(root, 'docs/clients/bot.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [bot, server.url])
  const { seat, payouts } = JSON.parse(stdout)
  expect(seat).toBeGreaterThanOrEqual(0)
  const paid = payouts.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0)
  expect(paid).toBe(500)
})

it('asks a page of the older release to reload in mid-match, and gives the reloaded one its seat', async () => {
  const before = await connectPlayer(server.url)
  const { matchId, state } = await reachOwnTurn(before)
  before.leave()
  const auth = { protocol: protocolOldest - 1, deviceId: before.deviceId, tab: '0d'.repeat(8) }
  const older = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
  const told: string[] = []
  older.onAny((name: string) => told.push(name))
  const { code, msg } = await new Promise<{ code: string; msg: string }>((done) => older.once('close', done))
  expect({ code, msg }).toEqual({ code: 'protocol', msg: expect.stringContaining('reload') })
  expect(told).toEqual(['close'])
  older.disconnect()

  const reloaded = await connectPlayer(server.url, before.deviceId)
  await reloaded.follow(matchId)
  expect(reloaded.seat()).toBe(before.seat())
  expect(reloaded.state()?.moves.slice(0, state.moves.length)).toEqual(state.moves)
  expect((await reloaded.play()).phase).toBe('settled')
  reloaded.leave()
})

it('describes in OpenAPI who may make a call, and what the type of a login means', async () => {
  const { paths, components } = await (await fetch(`${server.url}/docs/json`)).json()
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'staff', 'device'])
  expect(paths['/api/index/login'].post.security).toEqual([{}])
  expect(paths['/api/index/login'].post.description).toContain('3 email with password')
  expect(paths['/api/user/getBalance'].get.security).toEqual([{ session: [] }])
  const withoutWay = Object.entries<Record<string, { security?: unknown }>>(paths).flatMap(
    ([path, methods]) =>
      Object.values(methods).some(({ security }) => security === undefined) ? [path] : [],
  )
  // Called by payment providers, which sign what they send.
  expect(withoutWay).toEqual(['/api/wallet/webhook/{provider}', '/sandbox/checkout/{reference}'])
})

it('has a worked example of mf1 that the code computes too', async () => {
  const rows = [...(await page('fairness.md')).matchAll(/^\| ([\w ]+) \| `(.+)` \|$/gm)]
  const told = Object.fromEntries(rows.map(([, name, value]) => [name, value]))
  const of = (name: string): string => {
    const value = told[name]
    if (value === undefined) throw new Error(`the example has no ${name}`)
    return value
  }
  const matchId = of('matchId')
  const players = [0, 1].map((n) => ({ ref: of(`ref${n}`), seed: of(`seed${n}`) }))
  const commits = players.map(({ ref, seed }) => playerCommit(matchId, ref, seed))
  expect(commits).toEqual([of('commit0'), of('commit1')])
  expect(serverCommit(matchId, of('serverSeed'))).toBe(of('serverCommit'))

  const rules = { boards: 1, clockMs: 12_000, clues: false, h: 5, mines: 4, rakeBps: 0, w: 5 }
  const document = lockDocument({
    matchId,
    asset: 'coin',
    stake: '100',
    rules,
    serverCommit: of('serverCommit'),
    prevLog: of('prevLog'),
    seats: players.map(({ ref }, n) => ({ ref, commit: commits[n] ?? '' })),
  })
  expect(document).toBe(of('document'))
  expect(lockHash(document)).toBe(of('lockHash'))
  expect(bytesToHex(seedsHash({ lockHash: of('lockHash'), players }))).toBe(of('T'))
  const key = matchKey({ serverSeed: of('serverSeed'), lockHash: of('lockHash'), players })
  expect(bytesToHex(key)).toBe(of('K'))
  expect(turnOrder(key, 2).join(' ')).toBe(of('order'))
  expect(minesOf(key, 0, rules).join(' ')).toBe(of('mines of board 0'))
  const salt = tileSalts(key, 0)(0)
  expect(salt).toBe(of('salt of tile 0'))
  expect(tileLeaf({ board: 0, tile: 0, mine: false, clue: 255, salt })).toBe(of('leaf of tile 0'))
})

it('has an example of the rolling hash that the code computes too', async () => {
  const lines = [...(await page('messages.md')).matchAll(/^([0-9a-f]{14})(?: (\{.+\}))?$/gm)]
  expect(lines).toHaveLength(3)
  expect(lines[0]?.[1]).toBe(emptyHash)
  lines.slice(0, -1).forEach(([, hash = '', event = ''], index) => {
    expect(rollHash(hash, eventSchema.parse(JSON.parse(event)))).toBe(lines[index + 1]?.[1])
  })
})
