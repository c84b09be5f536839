import { deskCalls, hasRight, type StaffRole, staffRoleSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'
import { exampleCall, type StaffCall, staffCalls } from './testing-calls.ts'

/** What is answered to a call about nothing that exists, by someone who may make it. */
const foundBy = ({ method, params, form, may }: StaffCall): number => {
  if (form) return 1001
  if (may === 'staff' || (method === 'GET' && !params)) return 200
  return 1404
}

describeDatabase('a call of the desk', (open) => {
  let db: Database
  let desk: OpenDesk
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
  })
  afterAll(() => desk.close())

  const make = (call: StaffCall, from: From = {}, given?: object) => {
    const { path, body } = exampleCall(call)
    return desk.call(call.method, path, from, given ?? body)
  }
  const changes = async () =>
    (await db.query('select count(*) from desk_audit where action not like $1', ['sign-%'])).rows

  it('is for no one without a token, with a player’s, or with none that was given', async () => {
    const player = await desk.signInPlayer('someone@home.example')
    for (const call of staffCalls) {
      expect(await make(call), call.name).toMatchObject({ status: 401, code: 1401, data: null })
      for (const token of [player.token, 'A'.repeat(43)])
        expect(await make(call, { token }), call.name).toMatchObject({ code: 1501, data: null })
    }
    // Before anything of it is read.
    for (const call of staffCalls.filter(({ body }) => body))
      expect(await make(call, {}, { nothing: 'right' })).toMatchObject({ status: 401, code: 1401 })
  })

  it('is for the roles that have its right, and refused for all others', async () => {
    const before = await changes()
    for (const role of staffRoleSchema.options) {
      const person = await desk.staff(role)
      for (const call of staffCalls) {
        const { code } = await make(call, person)
        expect([role, call.name, code]).toEqual([
          role,
          call.name,
          hasRight(role, call.may) ? foundBy(call) : 1403,
        ])
      }
    }
    const hired = staffRoleSchema.options.length
    expect(Number((await changes())[0]?.count)).toBe(Number(before[0]?.count) + hired)
  })
})

it('needs a right of staff, but for the call that signs in', () => {
  const named = new Set(staffCalls.map(({ name }) => name))
  expect(Object.keys(deskCalls).filter((name) => !named.has(name))).toEqual(['signIn'])
  expect(deskCalls.signIn.may).toBe('anyone')
})

it('lets support and finance do these things and no others, and read everything but these', () => {
  const names = (role: StaffRole, method: 'GET' | 'POST', may: boolean) =>
    staffCalls
      .filter((call) => call.method === method && hasRight(role, call.may) === may)
      .map(({ name }) => name)
  const are = (found: readonly string[], text: string) =>
    expect([...found].sort()).toEqual(text.split(' ').sort())
  const conversing = 'reply assignConversation closeConversation readConversation typing uploadPicture'
  const acting = 'addNote blockPlayer unblockPlayer signOutPlayer removeName removePicture'
  const helping = `${acting} disconnect closeReport`
  are(names('support', 'POST', true), `signOut openDocs ${conversing} ${helping}`)
  const deciding = 'takeOrder approveOrder rejectOrder reviewFlag reviewIdentity'
  are(names('finance', 'POST', true), `signOut openDocs ${deciding}`)
  const admins = 'tables activities arenas channels currencies proposals audit'
  are(names('support', 'GET', false), admins)
  const agents = 'playerSessions conversations conversation picture cannedAnswers reports report'
  are(names('finance', 'GET', false), `${admins} ${agents}`)
  expect(staffCalls.filter(({ may }) => !hasRight('admin', may))).toEqual([])
})
