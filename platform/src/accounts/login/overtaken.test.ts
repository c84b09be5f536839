import { expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase, watchTransactions } from '../../db/testing.ts'
import {
  accountsForEach,
  device,
  holdNext,
  minute,
  newEmail,
  type OpenAccounts,
  openAccounts,
  password,
  type TestAccount,
} from '../testing.ts'

describeDatabase('a sign-in under way', (open) => {
  let db: Database
  let at: OpenAccounts
  accountsForEach(open, (opened) => {
    at = opened
    db = opened.db
  })

  const accountWithPassword = async () => {
    const me = await at.newAccount()
    await at.clock.advance(minute)
    await me.setPassword()
    await at.clock.advance(minute)
    return me
  }
  const logIn = (username: string, tried = password) =>
    at.post('index/login', { username, type: 3, password: tried, device_id: device() })
  const liveSessions = async ({ id }: TestAccount) =>
    (await db.query('select id from session where player_id = $1 and ended_at is null', [id])).rows
  const knownDevices = async ({ id }: TestAccount) =>
    (await db.query('select from known_device where player_id = $1', [id])).count

  it('with a password opens no session once the password was changed', async () => {
    const me = await accountWithPassword()
    const held = holdNext(at.accounts.hasher, 'verify')
    const overtaken = logIn(me.email)
    await held.reached
    const change = { currentPassword: password, newPassword: 'quiet otter 9' }
    expect(await at.post('user/passwordchange', change, me)).toMatchObject({ code: 200 })
    held.goOn()
    expect(await overtaken).toEqual(await logIn(me.email, 'a wrong one'))
    expect(await overtaken).toMatchObject({ code: 1102 })
    expect(await liveSessions(me)).toEqual([{ id: me.token.slice(0, 32) }])
    expect(await knownDevices(me)).toBe(1)
  })

  it('with a password opens no session once a change of a contact was undone', async () => {
    const me = await accountWithPassword()
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    const held = holdNext(at.accounts.hasher, 'verify')
    const overtaken = logIn(email)
    await held.reached
    await at.undoChange(me.email)
    held.goOn()
    expect(await overtaken).toMatchObject({ code: 1102 })
    expect(await liveSessions(me)).toEqual([])
    expect(await knownDevices(me)).toBe(0)
  })

  /** From now on all is asked of a database that runs `after` with each statement of a transaction. */
  const watch = async (after: (text: string) => Promise<void>) => {
    await at.close()
    at = await openAccounts(watchTransactions(db, after))
  }

  it('with a code doesn’t open the account that an undo took the contact from', async ({ skip }) => {
    skip(db.kind === 'pglite', 'the embedded engine runs one transaction at a time')
    let onceRead: (() => Promise<void>) | undefined
    await watch(async (text) => {
      if (!text.startsWith('select player_id from contact')) return
      const run = onceRead
      onceRead = undefined
      await run?.()
    })
    const me = await at.newAccount()
    const email = newEmail()
    expect(await me.changeEmail(email)).toMatchObject({ code: 200 })
    await at.clock.advance(minute)
    const deviceId = device()
    const code = await at.askCode(email, { deviceId })
    onceRead = () => at.undoChange(me.email)
    const opened = await at.post('index/login', { username: email, type: 4, code, device_id: deviceId })
    expect(onceRead).toBeUndefined()
    // As for anyone with a contact that belongs to no account.
    expect(opened).toMatchObject({ code: 200, data: { email } })
    expect(opened.data.id).not.toBe(me.id)
    expect(await liveSessions(me)).toEqual([])
    expect(await knownDevices(me)).toBe(0)
  })

  it('with a code opens the account that an undo gives the contact back to', async ({ skip }) => {
    skip(db.kind === 'pglite', 'the embedded engine runs one transaction at a time')
    let undo: (() => Promise<void>) | undefined
    let isSpent = false
    await watch(async (text) => {
      isSpent ||= text.startsWith('update one_time_code set session_id')
      if (!undo || !isSpent || !/ from contact(_change)?\s/.test(text)) return
      const run = undo
      undo = undefined
      await run()
    })
    const me = await at.newAccount()
    expect(await me.changeEmail(newEmail())).toMatchObject({ code: 200 })
    await at.clock.advance(minute)
    const deviceId = device()
    const code = await at.askCode(me.email, { deviceId })
    isSpent = false
    // Between what is read of the contact's owner and of who may have it back.
    undo = () => at.undoChange(me.email)
    const opened = await at.post('index/login', { username: me.email, type: 4, code, device_id: deviceId })
    expect(undo).toBeUndefined()
    expect(opened).toMatchObject({ code: 200, data: { id: me.id } })
  })
})
