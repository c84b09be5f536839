import type { GameEvent } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, memory, openPlaying, openTab, settle, type TabOptions } from './testing/tabs.ts'

/** A sealed table of two that has just started, where it is our turn or not. */
const openSealed = async (isOurs: boolean, options: TabOptions = {}) => {
  for (let seed = 1; ; seed += 1) {
    const server = scriptedServer({ sealed: true })
    const { tab } = await openPlaying(server, { ...options, seed })
    if ((server.match().state().turn?.seat === server.seat()) === isOurs) return { server, tab }
  }
}

const linksOf = (server: ReturnType<typeof scriptedServer>) => server.askedOf('match.link')

/** Told in place of what the server decided. */
const tellInstead = (
  server: ReturnType<typeof scriptedServer>,
  decide: () => unknown,
  change: (event: GameEvent) => GameEvent,
) => {
  const seq = server.match().journal.length + 1
  server.mute(true)
  decide()
  server.mute(false)
  const events = server
    .match()
    .journal.slice(seq - 1)
    .map(change)
  server.say({ name: 'match.events', payload: { matchId: idOf('a'), seq, events } })
}

describe('a sealed table', () => {
  test('gets the end of our chain with the seat, and a link with the tile', async () => {
    const { server, tab } = await openSealed(true)
    const chain = tab.context().secrets?.chain
    expect(server.askedOf('match.sit')).toMatchObject([{ chain: chain?.end }])
    tab.actor.send({ type: 'tile.press', tile: 5 })
    await settle()
    expect(server.match().state().pick).toMatchObject({ tile: 5, seat: server.seat(), by: 'hand' })
    expect(tab.standing()).toBe('submitting')
    expect(tab.canPlay()).toBe(false)
    server.draw()
    await settle()
    expectSame(tab, server)
    expect(tab.context().pending).toBeNull()
    expect(tab.context().proof).toMatchObject({ status: 'verified', turns: new Set([0]) })
  })

  test('gets our link once when someone else picks, and what it draws is checked', async () => {
    const { server, tab } = await openSealed(false)
    server.pick()
    await settle()
    expect(linksOf(server)).toHaveLength(1)
    expect(server.match().state().pick?.links).toHaveLength(2)
    server.draw()
    await settle()
    expect(linksOf(server)).toHaveLength(1)
    expect(tab.context().proof).toMatchObject({ status: 'verified', turns: new Set([0]) })
  })

  test('gets our link again after a resume while it waits for it', async () => {
    const { server, tab } = await openSealed(false)
    server.fault('match.link', 'lose request')
    server.pick()
    await tab.pass(500)
    expect(linksOf(server)).toHaveLength(2)
    expect(server.match().state().pick?.links).toHaveLength(2)
    expectSame(tab, server)
  })

  test('gets our link from a tab that was reloaded in the middle of a turn', async () => {
    const storage = memory()
    const { server, tab } = await openSealed(false, { storage })
    server.cut()
    server.pick()
    tab.actor.stop()
    server.restore()
    openTab(server, { storage, input: { kind: 'return', gameId: 'mines-sealed-duel', matchId: idOf('a') } })
    await settle()
    expect(server.match().state().pick?.links).toHaveLength(2)
  })

  test('can’t be played from a tab that did not draw our chain', async () => {
    const { server } = await openSealed(true)
    const other = openTab(server, {
      input: { kind: 'return', gameId: 'mines-sealed-duel', matchId: idOf('a') },
    })
    await settle()
    expect(other.standing()).toBe('myTurn')
    expect(other.canPlay()).toBe(false)
    other.actor.send({ type: 'tile.press', tile: 5 })
    await settle()
    expect(server.askedOf('match.open')).toEqual([])
  })

  test('gets no link for a pick whose own link leads to no chain, and the match stops', async () => {
    const { server, tab } = await openSealed(false)
    tellInstead(
      server,
      () => server.pick(),
      (event) => (event.type === 'TilePicked' ? { ...event, link: 'ab'.repeat(32) } : event),
    )
    await settle()
    expect(linksOf(server)).toEqual([])
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'link' })
    expect(tab.has('failed')).toBe(true)
  })

  test('stops where a tile is not what its links draw', async () => {
    const { server, tab } = await openSealed(false)
    server.pick()
    await settle()
    tellInstead(
      server,
      () => server.draw(),
      (event) => (event.type === 'TileOpened' ? { ...event, mine: !event.mine } : event),
    )
    await settle()
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'draw' })
    expect(tab.has('failed')).toBe(true)
  })
})
