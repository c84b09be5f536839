import { catalogue } from '@minefall/shared/game'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { gameRoutes } from './routes.ts'
import { setStage } from './testing.ts'

describeDatabase('the game routes', (open) => {
  it('list the tables, tell one, and show a match without what is private', async () => {
    const db = await open()
    const stage = await setStage(db)
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    const app = Fastify()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    await app.register(gameRoutes, { db, rakeBps: 250, signedIn: async () => ({ playerId: guest.id }) })
    const get = async (url: string) => (await app.inject({ url })).json()

    const list = await get('/api/game/list')
    expect(list.code).toBe(200)
    expect(list.data.map(({ gameId }: { gameId: string }) => gameId)).toEqual(
      catalogue.map(({ gameId }) => gameId),
    )
    const duel = await get('/api/game/detail?gameId=mines-duel')
    expect(duel).toMatchObject({
      code: 200,
      data: { seats: 2, stakes: ['10', '100', '1000'], guests: false, rules: { mines: 1, rakeBps: 250 } },
    })
    expect(await get('/api/game/detail?gameId=none')).toEqual({
      code: 1404,
      msg: 'Game Not Found',
      data: null,
    })

    const shown = await get(`/api/game/match/${matchId}`)
    expect(shown.data.state).toMatchObject({ matchId, phase: 'playing', rules: { rakeBps: 0 } })
    expect(JSON.stringify(shown)).not.toContain(guest.id)
    expect(await get(`/api/game/match/${'0'.repeat(32)}`)).toMatchObject({ code: 1404, data: null })
    await app.close()
  })
})
