import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { minute } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { docsPass, hasDocsPass } from './docs-pass.ts'

describeDatabase('a pass to the API description', (open) => {
  let db: Database
  let desk: OpenDesk
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db, { publicUrl: 'https://play.example' })
  })
  afterAll(() => desk.close())

  const passOf = async (token: string): Promise<string> => {
    const answer = await desk.inject('POST', 'desk/docs', { token }, {})
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { code: 200, data: null }])
    return z.string().parse(answer.headers['set-cookie'])
  }
  const pairOf = (cookie: string) => cookie.split(';')[0] ?? ''
  /** The same pass with one bit of its last byte turned. */
  const altered = (pass: string) => {
    const at = pass.lastIndexOf('.') + 1
    const bytes = Buffer.from(pass.slice(at), 'base64url')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    return pass.slice(0, at) + bytes.toString('base64url')
  }

  it('is a cookie that scripts can’t read and that no other site or page gets', async () => {
    const { token } = await desk.staff('support')
    const cookie = await passOf(token)
    expect(cookie).toMatch(
      /^__Secure-minefall-docs=1\.[\w-]+; Path=\/docs; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(cookie).not.toContain(token)
    expect(await hasDocsPass(desk.world, `a=b; ${pairOf(cookie)}`)).toBe(true)
    const plain = docsPass(desk.world, { token, secure: false })
    expect(plain).not.toContain('Secure')
  })

  it('is invalid after an hour, after its session, and when altered or forged', async () => {
    const { token } = await desk.staff('support')
    const pass = pairOf(await passOf(token))
    const isGood = (cookies: string | undefined) => hasDocsPass(desk.world, cookies)
    expect(await isGood(pass)).toBe(true)
    for (const wrong of [
      undefined,
      '',
      'minefall-docs=',
      'minefall-docs=1.AAAA',
      pass.replace('=1.', '=2.'),
      altered(pass),
      `minefall-docs=${token}`,
    ])
      expect(await isGood(wrong)).toBe(false)
    expect(await isGood(pairOf(docsPass(desk.world, { token: 'A'.repeat(43), secure: true })))).toBe(false)
    for (let n = 0; n < 3; n++) {
      await desk.clock.advance(20 * minute)
      await desk.get('me', { token })
    }
    expect(await isGood(pass)).toBe(false)
    const second = pairOf(await passOf(token))
    expect(await isGood(second)).toBe(true)
    await desk.post('logout', { token })
    expect(await isGood(second)).toBe(false)
  })
})
