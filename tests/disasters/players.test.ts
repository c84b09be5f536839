import { expect } from 'vitest'
import { closedTiles } from '../harness/player.ts'
import { shortTurns } from '../harness/server.ts'
import type { Steadfast } from '../harness/steadfast.ts'
import { tangle } from '../harness/tangle.ts'
import { disaster, everywhere } from './disaster.ts'
import { someone } from './table.ts'

disaster('A player vanishes in mid-turn and is back before the clock', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  await table.moves(1)
  const mover = await table.mover()
  const turn = mover.state()?.turn?.turn
  mover.vanish()
  mover.comeBack()
  await mover.back()
  expect(mover.state()?.turn?.turn).toBe(turn)
  await table.move()
  await table.playOn()
})

disaster(
  'A player vanishes in mid-turn and is back after the clock',
  { on: everywhere, prepare: shortTurns },
  async (scene) => {
    const table = await scene.seat()
    const mover = await table.mover()
    const turn = someone(mover.state()?.turn ?? undefined, 'turn').turn
    mover.vanish()
    const others = table.players.filter((player) => player !== mover)
    for (const player of others)
      await player.until('the clock to open a tile', ({ moves }) =>
        moves.some((move) => move.turn === turn && move.by === 'clock'),
      )
    mover.comeBack()
    await table.playOn()
  },
)

disaster('Two tabs of one player play at the same time', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  const [first] = table.players
  const { deviceId, seeds } = someone(first, 'guest')
  const tab = scene.guest({ deviceId, seeds })
  await tab.back()
  tab.watch(table.matchId)
  await Promise.all([tab.playOn(), table.playOn()])
})

/** Sends one and the same command as it is; the answer is its code and sequence number. */
const sendAgain = (player: Steadfast, payload: Parameters<Steadfast['sayOpen']>[0]) =>
  new Promise<[number, number | undefined] | null>((resolve) =>
    player.sayOpen(payload, (answer) => resolve(answer && [answer.code, answer.data?.seq])),
  )

disaster('A move is sent again: here, elsewhere, after a restart', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  const mover = await table.mover()
  const state = someone(mover.state() ?? undefined, 'match')
  const [tile = 0, other = 0] = closedTiles(state)
  const turn = state.turn?.turn ?? 0
  const payload = { commandId: 'ab'.repeat(16), matchId: table.matchId, turn, tile }
  const answers = await Promise.all([sendAgain(mover, payload), sendAgain(mover, payload)])
  const [[code, seq]] = [someone(answers[0] ?? undefined, 'answer')]
  expect(code).toBe(200)
  expect(answers[1]).toEqual([200, seq])

  const tab = scene.guest({ deviceId: mover.deviceId, seeds: mover.seeds })
  await tab.back()
  expect(await sendAgain(tab, payload)).toEqual([200, seq])
  expect((await sendAgain(tab, { ...payload, tile: other }))?.[0]).toBe(1409)

  await scene.restart(table)
  await mover.back()
  expect(await sendAgain(mover, payload)).toEqual([200, seq])
  expect((await sendAgain(mover, { ...payload, tile: other }))?.[0]).toBe(1409)
  await table.playOn()
  expect(await sendAgain(mover, payload)).toEqual([200, seq])
})

disaster('Messages of players overtake each other and arrive twice', { on: everywhere }, async (scene) => {
  const differing: string[] = []
  const wire = tangle(scene.random, (what) => differing.push(what))
  const guests = Array.from({ length: 5 }, () => scene.guest({ wire }))
  const table = await scene.seat(5, guests)
  await table.playOn()
  expect(differing).toEqual([])
})

disaster('A player resumes twice at once, in the middle of play', { on: everywhere }, async (scene) => {
  const table = await scene.seat()
  for (let times = 0; times < 3; times += 1) {
    await table.move()
    for (const player of table.players) player.resumeTwice()
  }
  await table.playOn()
})
