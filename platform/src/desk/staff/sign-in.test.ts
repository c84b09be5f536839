import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdNext, hour, minute, newAddress, otherCode } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Hired, type OpenDesk, openDesk } from '../testing.ts'
import { addFirstAdmin } from './first-admin.ts'
import { disableStaff, resetStaff } from './manage.ts'

const step = 30_000

describeDatabase('staff sign in', (open) => {
  let db: Database
  let desk: OpenDesk
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
  })
  afterAll(() => desk.close())

  const audit = async (action: string, subject: string) =>
    (
      await db.query(
        'select staff_id, address from desk_audit where action = $1 and subject_id = $2 order by id',
        [action, subject],
      )
    ).rows

  it('with password and second factor, and say who they are with the token', async () => {
    const anna = await desk.hire('finance')
    const address = newAddress()
    const { data, ...rest } = await desk.login(anna, { address })
    const { id, email, name, role } = anna
    expect(rest).toEqual({ status: 200, code: 200, msg: 'Logged in' })
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), staff: { id, email, name, role } })
    expect(await desk.get('me', { token: data.token })).toMatchObject({ code: 200, data: { id, role } })
    expect(await audit('sign-in', id)).toEqual([{ staff_id: id, address }])
    const { rows } = await db.query('select * from staff_session where staff_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(data.token)
  })

  it('as the first admin of a new program with what it says once', async () => {
    const text = await addFirstAdmin(desk.office)
    const shown = (what: string) => new RegExp(`^${what}: (.+)$`, 'm').exec(text)?.[1] ?? expect.fail(text)
    const { bytes: secret } = Secret.fromBase32(shown('Second factor'))
    const admin = { email: 'admin@minefall.example', password: shown('Password'), secret }
    const answer = await desk.login(admin)
    expect(answer).toMatchObject({ code: 200, data: { staff: { name: 'First admin', role: 'admin' } } })
    await expect(addFirstAdmin(desk.office)).rejects.toThrow()
  })

  it('with their address however it is written', async () => {
    const anna = await desk.hire('support', { email: 'mixed@house.example' })
    const answer = await desk.login({ ...anna, email: ' Mixed@House.Example ' })
    expect(answer).toMatchObject({ code: 200 })
  })

  it('with no address that can’t be one', async () => {
    const anna = await desk.hire('support')
    for (const odd of ['\u0000', '\ud800', '\u202e'])
      expect(await desk.login({ ...anna, email: `${odd}${anna.email}` })).toMatchObject({
        code: 1001,
        data: { field: 'email' },
      })
  })

  it('get one answer for whatever was wrong, and each try is written down', async () => {
    const anna = await desk.hire('support')
    const tries: Pick<Hired, 'email' | 'password' | 'secret'>[] = [
      { ...anna, email: 'no-one@house.example' },
      { ...anna, password: 'paper lantern' },
      { ...anna, secret: new Uint8Array(20).fill(1) },
    ]
    const answers = []
    for (const wrong of tries) answers.push(await desk.login(wrong))
    answers.push(await desk.login(anna, { code: otherCode(desk.codeOf(anna)) }))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, code: 1102, data: null })
    expect(await audit('sign-in.refused', anna.id)).toHaveLength(3)
    expect(await audit('sign-in.refused', 'no-one@house.example')).toHaveLength(1)
  })

  it('do the same work whether or not there is such an address', async () => {
    const anna = await desk.hire('support')
    const verified: (string | null)[] = []
    const { hasher } = desk.world
    const watched = await openDesk(db, {
      hasher: {
        ...hasher,
        verify: (stored, password) => {
          verified.push(stored === null ? null : 'stored')
          return hasher.verify(stored, password)
        },
      },
    })
    await watched.login(anna, { code: otherCode(desk.codeOf(anna)) })
    await watched.login({ ...anna, email: 'no.one@house.example' })
    expect(verified).toEqual(['stored', null])
    await watched.close()
  })

  it('with each code once, and never with an older one after it', async () => {
    const anna = await desk.hire('support')
    const [old, now] = [desk.codeOf(anna, -1), desk.codeOf(anna)]
    expect(await desk.login(anna, { code: now })).toMatchObject({ code: 200 })
    for (const code of [now, old]) expect(await desk.login(anna, { code })).toMatchObject({ code: 1102 })
    expect(await desk.login(anna, { code: desk.codeOf(anna, 1) })).toMatchObject({ code: 200 })
    const many = await desk.hire('support')
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.login(many)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('with a clock that is half a minute off, and not a whole one', async () => {
    const anna = await desk.hire('support')
    for (const steps of [-2, 2])
      expect(await desk.login(anna, { code: desk.codeOf(anna, steps) })).toMatchObject({ code: 1102 })
    for (const steps of [-1, 0, 1])
      expect(await desk.login(anna, { code: desk.codeOf(anna, steps) })).toMatchObject({ code: 200 })
  })

  it('wait after ten wrong tries for an address, whose ever they were, or thirty from one place', async () => {
    const anna = await desk.hire('support')
    const wrong = { ...anna, password: 'no' }
    for (let n = 0; n < 10; n++) expect(await desk.login(wrong)).toMatchObject({ code: 1102 })
    const refused = await desk.login(anna)
    expect(refused).toMatchObject({ code: 1429, data: { seconds: 900 } })
    expect(await audit('sign-in.refused', anna.id)).toHaveLength(10)
    await desk.clock.advance(15 * minute)
    expect(await desk.login(anna)).toMatchObject({ code: 200 })

    const address = newAddress()
    for (let n = 0; n < 30; n++)
      expect(await desk.login({ ...anna, email: `x${n}@house.example` }, { address })).toMatchObject({
        code: 1102,
      })
    await desk.clock.advance(step)
    expect(await desk.login(anna, { address })).toMatchObject({ code: 1429 })
    expect(await desk.login(anna)).toMatchObject({ code: 200 })
  })

  it('wait after as many wrong tries from the many networks of one IPv6 line as from four places', async () => {
    const anna = await desk.hire('support')
    const from = (n: number) => ({ address: `2001:db8:57:1${n.toString(16).padStart(2, '0')}::1` })
    expect(await desk.login(anna, from(200))).toMatchObject({ code: 200 })
    for (let n = 0; n < 120; n++)
      expect(await desk.login({ ...anna, email: `y${n}@house.example` }, from(n))).toMatchObject({
        code: 1102,
      })
    await desk.clock.advance(step)
    expect(await desk.login(anna, from(120))).toMatchObject({ code: 1429 })
    expect(await desk.login(anna, from(200))).toMatchObject({ code: 200 })
  })

  it('from where they did before, also while strangers have used their tries up', async () => {
    const anna = await desk.hire('support')
    const address = newAddress()
    expect(await desk.login(anna, { address })).toMatchObject({ code: 200 })
    for (let n = 0; n < 10; n++)
      expect(await desk.login({ ...anna, password: 'no' })).toMatchObject({ code: 1102 })
    await desk.clock.advance(step)
    expect(await desk.login(anna)).toMatchObject({ code: 1429 })
    expect(await desk.login(anna, { address })).toMatchObject({ code: 200 })
    // Tries from there are counted as well.
    for (let n = 0; n < 10; n++)
      expect(await desk.login({ ...anna, password: 'no' }, { address })).toMatchObject({ code: 1102 })
    await desk.clock.advance(step)
    expect(await desk.login(anna, { address })).toMatchObject({ code: 1429 })
  })

  it('need not wait for right ones', async () => {
    const anna = await desk.hire('support')
    const address = newAddress()
    for (let n = 0; n < 35; n++) {
      await desk.clock.advance(step)
      expect(await desk.login(anna, { address })).toMatchObject({ code: 200 })
    }
  })

  it('for twelve hours at most, and half an hour without a call', async () => {
    const anna = await desk.hire('support')
    const idle = await desk.signIn(anna)
    await desk.clock.advance(30 * minute - 1)
    expect(await desk.get('me', idle)).toMatchObject({ code: 200 })
    await desk.clock.advance(30 * minute)
    expect(await desk.get('me', idle)).toMatchObject({ code: 1501 })

    const busy = await desk.signIn(anna)
    for (let passed = 0; passed < 12 * hour - 20 * minute; passed += 20 * minute) {
      await desk.clock.advance(20 * minute)
      expect(await desk.get('me', busy)).toMatchObject({ code: 200 })
    }
    await desk.clock.advance(20 * minute)
    expect(await desk.get('me', busy)).toMatchObject({ code: 1501 })
  })

  it('from a place that is forgotten after 30 days, with the session', async () => {
    const anna = await desk.hire('support')
    const address = newAddress()
    for (let n = 0; n < 3; n++) await desk.signIn(anna)
    await desk.clock.advance(step)
    expect(await desk.login(anna, { address })).toMatchObject({ code: 200 })
    const sessions = async () => {
      // It is looked for every ten minutes, beside what else is done.
      await desk.clock.advance(10 * minute)
      return (await db.query('select from staff_session where staff_id = $1', [anna.id])).count
    }
    await db.query(
      `update staff_session set created_at = created_at - interval '30 days' where staff_id = $1 and address = $2`,
      [anna.id, address],
    )
    await expect.poll(sessions).toBe(3)
    for (let n = 0; n < 10; n++) await desk.login({ ...anna, password: 'no' })
    expect(await desk.login(anna, { address })).toMatchObject({ code: 1429 })
  })

  it('until they sign out, of this session alone', async () => {
    const anna = await desk.hire('support')
    const [here, there] = [await desk.signIn(anna), await desk.signIn(anna)]
    expect(await desk.post('logout', here)).toMatchObject({ code: 200, msg: 'Signed out' })
    expect(await desk.get('me', here)).toMatchObject({ code: 1501 })
    expect(await desk.get('me', there)).toMatchObject({ code: 200 })
    expect(await audit('sign-out', anna.id)).toHaveLength(1)
  })

  it('until they are disabled, at once; a reset lets them in again with other credentials', async () => {
    const anna = await desk.hire('support')
    const token = await desk.signIn(anna)
    await disableStaff(desk.office, anna.email)
    expect(await desk.get('me', token)).toMatchObject({ code: 1501 })
    await desk.clock.advance(step)
    expect(await desk.login(anna)).toMatchObject({ code: 1102 })

    const password = 'copper kettle 4'
    const again = await resetStaff(desk.office, { email: anna.email, password })
    expect(await desk.login({ ...anna, password })).toMatchObject({ code: 1102 })
    const reset = { ...anna, password, secret: again?.secret ?? new Uint8Array() }
    expect(await desk.login(reset)).toMatchObject({ code: 200 })
    expect(await desk.get('me', token)).toMatchObject({ code: 1501 })
  })

  it('with nothing that a reset replaced during the sign-in', async () => {
    const anna = await desk.hire('support')
    const wrong = await desk.login({ ...anna, password: 'no' })
    const held = holdNext(desk.world.hasher, 'verify')
    const overtaken = desk.login(anna)
    await held.reached
    await resetStaff(desk.office, { email: anna.email, password: 'copper kettle 4' })
    held.goOn()
    expect(await overtaken).toEqual(wrong)
    expect(wrong).toMatchObject({ code: 1102 })
    const sessions = await db.query('select from staff_session where staff_id = $1', [anna.id])
    expect(sessions.count).toBe(0)
    expect(await audit('sign-in.refused', anna.id)).toHaveLength(2)
  })

  it('with a token that is none of a player’s, nor a player’s one of theirs', async () => {
    const anna = await desk.staff('admin')
    const player = await desk.signInPlayer('someone@home.example')
    expect(await desk.get('me', player)).toMatchObject({ code: 1501 })
    expect(await desk.call('GET', 'user/getUserInfo', anna)).toMatchObject({ status: 401, code: 1401 })
    expect(await desk.get('me')).toMatchObject({ status: 401, code: 1401 })
  })

  it('with a secret that is sealed in the database', async () => {
    const anna = await desk.hire('support')
    const { rows } = await db.query('select * from staff where id = $1', [anna.id])
    const [row] = rows
    expect(row?.password_hash).toMatch(/^\$argon2id/)
    const sealed = Buffer.from(row?.totp_sealed instanceof Uint8Array ? row.totp_sealed : [])
    expect(sealed.length).toBeGreaterThan(40)
    expect(sealed.includes(Buffer.from(anna.secret))).toBe(false)
    // It is bound to whom it belongs to.
    const ben = await desk.hire('support')
    await db.query(
      'update staff b set totp_sealed = a.totp_sealed from staff a where a.id = $1 and b.id = $2',
      [anna.id, ben.id],
    )
    expect(await desk.login({ ...ben, secret: anna.secret })).toMatchObject({ code: 1500 })
  })
})
