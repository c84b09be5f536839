import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'
import { guardDesk } from './gate.ts'
import { type Call, calls, everybody, nobodys } from './testing-calls.ts'

const specSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ tags: z.array(z.string()).optional() }))),
})

describeDatabase('a call of the desk', (open) => {
  let db: Database
  let desk: OpenDesk
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
  })
  afterAll(() => desk.close())

  const make = (
    { method, path, id = nobodys, body }: Call,
    from: From = {},
    given: object | undefined = body,
  ) => desk.call(method, path.replace(/\{\w+\}/g, id).replace('/api/', ''), from, given)
  const changes = async () =>
    (await db.query('select count(*) from desk_audit where action not like $1', ['sign-%'])).rows

  it('is one of these, all of them described', async () => {
    const response = await desk.app.inject({ url: '/docs/json' })
    const { paths } = specSchema.parse(response.json())
    const described = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/desk/'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { tags }]) => `${method.toUpperCase()} ${path} ${tags}`),
      )
    const expected = calls.map(({ method, path }) => `${method} ${path} desk`)
    expect(described.sort()).toEqual([...expected, 'POST /api/desk/login desk'].sort())
  })

  it('names its right, or there is no such call', async () => {
    const app = fastify()
    app.register(async (scope) => {
      guardDesk(scope, desk.world)
      scope.get('/api/desk/all', async () => 'everything')
    })
    await expect(app.ready()).rejects.toThrow('GET /api/desk/all names no right')
    await app.close()
  })

  it('is for nobody without a token, with a player’s, or with none that was given', async () => {
    const player = await desk.signInPlayer('somebody@home.example')
    for (const call of calls) {
      expect(await make(call), call.path).toMatchObject({ status: 401, code: 1401, data: null })
      for (const token of [player.token, 'A'.repeat(43)])
        expect(await make(call, { token }), call.path).toMatchObject({ code: 1501, data: null })
    }
    // Before anything of it is read.
    for (const call of calls.filter(({ body }) => body))
      expect(await make(call, {}, { nothing: 'right' })).toMatchObject({ status: 401, code: 1401 })
  })

  it('is for the roles that have its right, and refused for all others', async () => {
    const before = await changes()
    for (const role of everybody) {
      const person = await desk.staff(role)
      for (const call of calls) {
        const { code } = await make(call, person)
        const allowed = call.may.includes(role)
        // Nothing here exists, so that what is allowed finds nothing.
        const isWanted = call.path.includes('{') || call.method === 'POST'
        const found = call.found ?? (isWanted && !call.path.endsWith('logout') ? 1404 : 200)
        const expected = allowed ? found : 1403
        expect([role, call.method, call.path, code]).toEqual([role, call.method, call.path, expected])
      }
    }
    const hired = everybody.length
    expect(Number((await changes())[0]?.count)).toBe(Number(before[0]?.count) + hired)
  })
})
