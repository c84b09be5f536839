import { historyPageSchema, matchEventsSchema } from '@minefall/shared/contracts/rest'
import { emptyHash, foldEvents, initialState, rollHash } from '@minefall/shared/game'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { openAccounts } from '../../accounts/testing.ts'
import { describeDatabase } from '../../db/testing.ts'
import { gameRoutes } from '../routes.ts'
import { guestOf, playOut, setStage } from '../testing.ts'

describeDatabase('the routes of the history', (open) => {
  it('show everyone their own list and no one another’s, and a match that is over to all', async () => {
    const db = await open()
    const server = await openAccounts(db)
    const stage = await setStage(db, { settings: { practiceThinkMs: [1, 2] } })
    const app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    await app.register(gameRoutes, { db, rakeBps: 0, signedIn: server.accounts.signedIn })
    const get = async (url: string, token?: string) => {
      const answer = await app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })
      return { status: answer.statusCode, kept: answer.headers['cache-control'], ...answer.json() }
    }
    const mai = await server.signIn('mai@minefall.test')
    const ken = await server.signIn('ken@minefall.test')
    const player = guestOf(stage, mai.id)
    const { matchId, seat } = await player.play()

    expect(await get(`/api/game/match/${matchId}/events`)).toMatchObject({
      code: 1303,
      data: null,
      kept: 'no-store',
    })
    expect(await get(`/api/game/match/${'0'.repeat(32)}/events`)).toMatchObject({
      code: 1404,
      kept: 'no-store',
    })
    expect(await get('/api/game/match/nonsense/events')).toMatchObject({ code: 1001 })

    const state = await playOut(stage, player, matchId, seat)
    const shown = await get(`/api/game/match/${matchId}/events`)
    expect(shown).toMatchObject({ status: 200, code: 200, kept: 'public, max-age=86400' })
    const { header, events, hash } = matchEventsSchema.parse(shown.data)
    expect(foldEvents(initialState(header), events)).toMatchObject({
      moves: state.moves,
      result: state.result,
    })
    expect(events.reduce(rollHash, emptyHash)).toBe(hash)
    expect(JSON.stringify(shown)).not.toContain(mai.id)

    expect(await get('/api/game/history')).toMatchObject({ status: 401, code: 1401 })
    expect(await get('/api/game/history', 'forged')).toMatchObject({ code: 1401 })
    const list = await get('/api/game/history', mai.token)
    expect(list).toMatchObject({ code: 200, kept: 'no-store' })
    expect(historyPageSchema.parse(list.data)).toMatchObject({ items: [{ matchId, seat }], next: null })
    expect(await get(`/api/game/history?playerId=${mai.id}`, ken.token)).toMatchObject({
      code: 200,
      data: { items: [], next: null },
    })
    for (const wrong of ['cursor=x', 'cursor=WzEsMl0', 'limit=0', 'limit=101', 'limit=1.5', 'asset=gold'])
      expect(await get(`/api/game/history?${wrong}`, mai.token)).toMatchObject({ code: 1001, data: {} })
    await app.close()
    await server.close()
  })
})
