import { expect, test } from 'vitest'
import type { BoardScene } from '../../board/model/scene.ts'
import { openAtOurTurn } from '../../machines/match/testing/tabs.ts'
import { liveScenes } from './MatchBoard.tsx'

test('a scene is passed on as soon as a tile changes, and only then', async () => {
  const { server, tab } = await openAtOurTurn()
  const scenes = liveScenes(tab.actor)
  const told: BoardScene[] = []
  const unsubscribe = scenes.subscribe((scene) => told.push(scene))
  const before = scenes.now()

  tab.actor.send({ type: 'emote.send', emote: 'clap' })
  expect([scenes.now(), told]).toEqual([before, []])
  expect(scenes.now()).toBe(before)

  const tile = server.tile(false)
  tab.actor.send({ type: 'tile.press', tile })
  const kinds = told.map(({ tiles }) => tiles[tile]?.kind)
  expect([kinds[0], kinds.at(-1)]).toEqual(['pending', 'open'])
  expect(told.at(-1)).toBe(scenes.now())
  expect(new Set(told).size).toBe(told.length)

  unsubscribe()
  const last = told.length
  server.open(server.seat(), server.tile(false))
  expect(told).toHaveLength(last)
})

test('the first of two taps is shown until its turn is over', async () => {
  const { server, tab } = await openAtOurTurn()
  const scenes = liveScenes(tab.actor)
  const tile = server.tile(false)
  scenes.arm({ tile, turn: tab.context().state?.turn?.turn ?? null })
  expect(scenes.now().tiles[tile]).toEqual({ kind: 'armed' })
  const other = scenes.now().tiles.findIndex(({ kind }, at) => kind === 'closed' && at !== tile)
  server.open(server.seat(), other)
  expect(scenes.now().tiles[tile]).toEqual({ kind: 'closed' })
})
