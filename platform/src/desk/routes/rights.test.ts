import { randomUUID } from 'node:crypto'
import { type DeskChannel, type StaffRole, staffRoleSchema } from '@minefall/shared/contracts'
import { usableLanguages } from '@minefall/shared/languages'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabases } from '../../db/testing.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'
import { guardDesk } from './gate.ts'

const everybody = staffRoleSchema.options
const deciders: readonly StaffRole[] = ['finance', 'admin']
const admins: readonly StaffRole[] = ['admin']
const agents: readonly StaffRole[] = ['support', 'admin']

type Call = {
  method: 'GET' | 'POST'
  path: string
  /** Of what the call is about, where it is no UUID. */
  id?: string
  body?: object
  may: readonly StaffRole[]
  /** What it answers who may, where that is not that there is nothing. */
  found?: number
}

const nobodys = randomUUID()
const channel: DeskChannel = {
  direction: 'deposit',
  method: 'alipay',
  currency: 'JPY',
  isOpen: true,
  least: '1',
  most: '2',
  rate: '1',
  feeBps: 0,
  feeFixed: '0',
  payTo: null,
  version: 1,
}

const texts = Object.fromEntries(usableLanguages.map(({ id }) => [id, 'Hello']))
const note = { noteId: randomUUID(), text: 'Hello' }
const message = { messageId: randomUUID(), text: 'Hello' }

/** Every call but the one that signs in, as its address says it, and who may make it. */
const calls: readonly Call[] = [
  { method: 'GET', path: '/api/desk/me', may: everybody },
  { method: 'GET', path: '/api/desk/orders', may: everybody },
  { method: 'GET', path: '/api/desk/orders/{id}', may: everybody },
  { method: 'GET', path: '/api/desk/proofs/{id}', may: everybody },
  { method: 'POST', path: '/api/desk/orders/{id}/take', may: deciders },
  { method: 'POST', path: '/api/desk/orders/{id}/approve', body: { reference: 'TX-1' }, may: deciders },
  { method: 'POST', path: '/api/desk/orders/{id}/reject', body: { reason: 'None' }, may: deciders },
  { method: 'GET', path: '/api/desk/flags', may: everybody },
  { method: 'POST', path: '/api/desk/flags/{id}/review', id: '7', body: { reason: 'None' }, may: deciders },
  { method: 'POST', path: '/api/desk/players/{id}/identity', body: { reason: 'None' }, may: deciders },
  { method: 'GET', path: '/api/desk/players/{id}/connections', may: everybody },
  { method: 'GET', path: '/api/desk/connections/totals', may: everybody },
  {
    method: 'POST',
    path: '/api/desk/connections/{edge}/{id}/disconnect',
    id: '0123456789abcdef',
    body: { playerId: nobodys, reason: 'None' },
    may: agents,
  },
  { method: 'GET', path: '/api/desk/health', may: everybody },
  // Without a word to look for.
  { method: 'GET', path: '/api/desk/search', may: everybody, found: 1001 },
  { method: 'GET', path: '/api/desk/players/{id}', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/statement', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/statement.csv', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/orders', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/matches', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/sessions', may: agents },
  { method: 'GET', path: '/api/desk/players/{id}/notes', may: everybody },
  { method: 'POST', path: '/api/desk/players/{id}/notes', body: note, may: agents },
  {
    method: 'POST',
    path: '/api/desk/players/{id}/block',
    body: { reason: 'None', text: 'None' },
    may: agents,
  },
  { method: 'POST', path: '/api/desk/players/{id}/unblock', body: { reason: 'None' }, may: agents },
  { method: 'POST', path: '/api/desk/players/{id}/sign-out', body: { reason: 'None' }, may: agents },
  { method: 'GET', path: '/api/desk/conversations', may: agents },
  { method: 'GET', path: '/api/desk/conversations/{playerId}', may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/reply', body: message, may: agents },
  {
    method: 'POST',
    path: '/api/desk/conversations/{playerId}/assign',
    body: { staffId: null, was: null },
    may: agents,
  },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/close', body: { seq: 1 }, may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/read', body: { seq: 1 }, may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/typing', may: agents },
  // Without a form.
  { method: 'POST', path: '/api/desk/conversations/{playerId}/picture', may: agents, found: 1001 },
  { method: 'GET', path: '/api/desk/pictures/{id}', may: agents },
  { method: 'GET', path: '/api/desk/canned', may: agents },
  {
    method: 'POST',
    path: '/api/desk/canned/{id}',
    id: 'nothing',
    body: { title: 'Nothing', texts, version: 1 },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/matches', may: everybody },
  { method: 'GET', path: '/api/desk/matches/{id}', id: 'a'.repeat(32), may: everybody },
  {
    method: 'POST',
    path: '/api/desk/matches/{id}/void',
    id: 'a'.repeat(32),
    body: { reason: 'It stands still' },
    may: admins,
  },
  {
    method: 'POST',
    path: '/api/desk/matches/{id}/void/withdraw',
    id: 'a'.repeat(32),
    body: { reason: 'It goes on' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/reports', may: agents },
  { method: 'GET', path: '/api/desk/reports/{id}', may: agents },
  { method: 'POST', path: '/api/desk/reports/{id}/close', body: { note: 'Found nothing' }, may: agents },
  { method: 'GET', path: '/api/desk/tables', may: admins },
  {
    method: 'POST',
    path: '/api/desk/tables/{gameId}',
    id: 'nothing',
    body: { isOpen: true, stakes: ['10'], practice: false, rakeBps: null, version: 1, reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/activities', may: admins },
  {
    method: 'POST',
    path: '/api/desk/activities/{id}',
    id: 'nothing',
    body: { isOpen: true, goal: 1, gift: '1', beginsAt: null, endsAt: null, version: 1, reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/channels', may: admins },
  { method: 'POST', path: '/api/desk/channels', body: { ...channel, reason: 'Why not' }, may: admins },
  { method: 'GET', path: '/api/desk/currencies', may: admins },
  {
    method: 'POST',
    path: '/api/desk/currencies',
    body: { currencycode: 'XXX', rate: '1', reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/audit', may: admins },
  { method: 'POST', path: '/api/desk/logout', may: everybody },
]

const specSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ tags: z.array(z.string()).optional() }))),
})

describeDatabases('a call of the desk', (open) => {
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
