import { describe, expect, test } from 'vitest'
import { type Cheat, idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, openAtOurTurn, openPlaying, settle } from './testing/tabs.ts'

describe('proof', () => {
  test('a match played to its end is verified from its opened seeds', async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.untilOurTurn()
    await settle()
    tab.actor.send({ type: 'tile.press', tile: server.tile(true) })
    await settle()
    expect(tab.has('finished')).toBe(true)
    await settle()
    expect(tab.context().proof).toMatchObject({ status: 'verified', reason: null })
    expectSame(tab, server)
    expect(tab.storage.get('match')).toBeNull()
  })

  test('a lying clue stops the board and says so', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId, journal } = server.match()
    const tile = server.tile(false)
    const turn = tab.context().state?.turn
    const honest = server.match().dealer()?.tile(0, tile)
    const clue = honest?.clue === 1 ? 2 : 1
    const lie = {
      type: 'TileOpened',
      v: 1,
      at: 1,
      turn: turn?.turn ?? 0,
      seat: server.seat(),
      board: 0,
      tile,
      mine: false,
      clue,
      salt: honest?.salt ?? '',
      by: 'hand',
    } as const
    server.say({ name: 'match.events', payload: { matchId, seq: journal.length + 1, events: [lie] } })
    await settle()
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'tile' })
    tab.actor.send({ type: 'match.retry' })
    await settle()
    expect(tab.has('failed')).toBe(true)
  })
})

describe('openers', () => {
  const others: Cheat = (dealer) => ({
    ...dealer,
    openers: (board) =>
      Array.from({ length: 36 }, (_, tile) => tile)
        .filter((tile) => !dealer.openers(board).includes(tile) && !dealer.tile(board, tile).mine)
        .slice(0, 5),
  })
  const falseClues: Cheat = (dealer) => ({
    ...dealer,
    tile(board, tile) {
      const dealt = dealer.tile(board, tile)
      return dealt.mine ? dealt : { ...dealt, clue: (dealt.clue + 1) % 9 }
    },
  })

  test('with false clues are found out at once', async () => {
    const { tab } = await openPlaying(scriptedServer({ cheat: falseClues }))
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'tile' })
  })

  test('count as open where the clock opens a tile', async () => {
    const { server, tab } = await openPlaying(scriptedServer({ seats: 3 }))
    for (let turn = server.match().state().turn; turn; turn = server.match().state().turn)
      server.act({ type: 'expire', at: 0, turn: turn.turn })
    await settle()
    await settle()
    expect(tab.context().state?.moves.length).toBeGreaterThan(1)
    expect(tab.context().proof).toMatchObject({ status: 'verified', reason: null })
  })

  test('that were chosen and not drawn are found out at the end', async () => {
    const { server, tab } = await openAtOurTurn(scriptedServer({ cheat: others }))
    expect(tab.context().proof.status).toBe('verified')
    tab.actor.send({ type: 'tile.press', tile: server.tile(true) })
    await settle()
    await settle()
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'layout' })
  })
})

describe('after the end', () => {
  const openFinished = async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.send({ type: 'tile.press', tile: server.tile(true) })
    await settle()
    return { server, tab }
  }

  test('those who agreed to a rematch sit at the next match on their own', async () => {
    const { server, tab } = await openFinished()
    tab.actor.send({ type: 'rematch.ask' })
    tab.actor.send({ type: 'rematch.ask' })
    await settle()
    expect(server.askedOf('match.rematch')).toHaveLength(1)
    const { matchId } = server.match()
    server.openNext()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [0, 1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('b'), rematch: null })
    expectSame(tab, server)
  })

  test.each(['lose request', 'lose answer'] as const)(
    'an unanswered rematch (%s) stays asked for and is sent again',
    async (fault) => {
      const { server, tab } = await openFinished()
      server.fault('match.rematch', fault)
      tab.actor.send({ type: 'rematch.ask' })
      await settle()
      expect(server.askedOf('match.rematch')).toHaveLength(1)
      await tab.pass(1_000)
      expect(server.askedOf('match.rematch')).toHaveLength(2)
      expect(tab.context()).toMatchObject({ rematch: { asked: true }, refused: null })
      const { matchId } = server.match()
      server.openNext()
      server.say({ name: 'match.rematch', payload: { matchId, agreed: [0, 1], until: 1, next: idOf('b') } })
      await settle()
      expect(tab.context().matchId).toBe(idOf('b'))
      expectSame(tab, server)
    },
  )

  test('a tab that did not ask, as after a reload, goes to the agreed rematch on a press', async () => {
    const { server, tab } = await openFinished()
    const { matchId } = server.match()
    server.openNext()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [0, 1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.has('finished')).toBe(true)
    tab.actor.send({ type: 'rematch.ask' })
    await settle()
    expect(tab.context().matchId).toBe(idOf('b'))
    expectSame(tab, server)
  })

  test('whose seat at the agreed rematch is gone is not seated among strangers', async () => {
    const { server, tab } = await openFinished()
    const looked = server.askedOf('lobby.find').length
    tab.actor.send({ type: 'rematch.ask' })
    const { matchId } = server.match()
    server.openNext()
    server.refuse('match.sit', 1304)
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [0, 1], until: 1, next: idOf('b') } })
    await tab.pass(3_000)
    expect(tab.has('failed')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('b'), refused: { code: 1304 } })
    expect(server.askedOf('lobby.find')).toHaveLength(looked)
  })

  test('those who did not agree stay', async () => {
    const { server, tab } = await openFinished()
    const { matchId } = server.match()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.has('finished')).toBe(true)
  })

  test('who agreed and can’t pay any more stays, while the others sit again', async () => {
    const { server, tab } = await openFinished()
    tab.actor.send({ type: 'rematch.ask' })
    const { matchId } = server.match()
    server.openNext()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.has('finished')).toBe(true)
    expect(tab.context().rematch).toMatchObject({ asked: true, agreed: [1], next: idOf('b') })
  })

  test('a seat that was the guest’s before the sign-in is distinguished', async () => {
    const { server, tab } = await openPlaying()
    expect(tab.context().asGuest).toBe(false)
    server.signIn()
    server.restore()
    await settle()
    expect(tab.context()).toMatchObject({ asGuest: true, seat: 0 })
  })

  test('the result stays while the connection comes and goes, and is followed again', async () => {
    const { server, tab } = await openFinished()
    const follows = server.askedOf('match.follow').length
    server.cut()
    expect(tab.has('finished')).toBe(true)
    server.restore()
    await settle()
    expect(tab.has('finished')).toBe(true)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
  })
})

describe('besides', () => {
  test('emotes are shown for a moment and told once', async () => {
    const { server, tab } = await openPlaying()
    const { matchId } = server.match()
    const told: unknown[] = []
    tab.actor.on('emote', (emote) => told.push(emote))
    server.say({ name: 'match.emote', payload: { matchId, seat: 1, emote: 'wow' } })
    expect(tab.context().emotes).toMatchObject([{ seat: 1, emote: 'wow' }])
    await tab.pass(3_000)
    expect(tab.context().emotes).toEqual([])
    expect(told).toEqual([{ type: 'emote', seat: 1, emote: 'wow' }])
  })

  test('only emotes of the set are sent', async () => {
    const { server, tab } = await openPlaying()
    tab.actor.send({ type: 'emote.send', emote: 'smile' })
    tab.actor.send({ type: 'emote.send', emote: 'shout' })
    await settle()
    expect(server.askedOf('match.emote')).toEqual([{ matchId: idOf('a'), emote: 'smile' }])
  })

  test('leaving a running match puts us out once', async () => {
    const { server, tab } = await openPlaying(scriptedServer({ seats: 3 }))
    tab.actor.send({ type: 'match.leave' })
    tab.actor.send({ type: 'match.leave' })
    await settle()
    expect(server.askedOf('match.leave')).toHaveLength(1)
    expect(tab.standing()).toBe('out')
  })

  test('a stopped match is no longer followed', async () => {
    const { server, tab } = await openPlaying()
    tab.actor.stop()
    expect(server.askedOf('match.unfollow')).toEqual([{ matchId: idOf('a') }])
  })
})
