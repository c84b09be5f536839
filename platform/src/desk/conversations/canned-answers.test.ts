import { cannedAnswerSchema } from '@minefall/shared/contracts/desk'
import { usableLanguages } from '@minefall/shared/languages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { readMigrations } from '../../db/migrations.ts'
import { describeDatabase } from '../../db/testing.ts'
import { disableStaff } from '../staff/manage.ts'
import { type Hired, type OpenDesk, openDesk } from '../testing.ts'

describeDatabase('a canned answer', (open) => {
  let db: Database
  let desk: OpenDesk
  let admin: Hired & { token: string }
  let agent: Hired & { token: string }
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    admin = await desk.staff('admin')
    agent = await desk.staff('support')
  })
  afterAll(() => desk.close())

  const all = async () => cannedAnswerSchema.array().parse((await desk.get('canned', agent)).data)
  const one = async (id: string) => (await all()).find((answer) => answer.id === id) ?? expect.fail('is gone')
  const change = ({ id, ...body }: { id: string } & object, by = admin) => desk.post(`canned/${id}`, by, body)

  it('is there to begin with, for eight occasions, in each of its languages', async () => {
    const answers = await all()
    expect(answers.map(({ id }) => id)).toEqual([
      'greeting',
      'moment',
      'deposit-review',
      'deposit-proof',
      'withdrawal-review',
      'connection',
      'safety',
      'goodbye',
    ])
    for (const { texts, version } of answers) {
      expect(Object.keys(texts).sort()).toEqual(usableLanguages.map(({ id }) => id).sort())
      expect(new Set(Object.values(texts)).size).toBe(usableLanguages.length)
      expect(version).toBe(1)
    }
  })

  it('is changed as a whole, by one of two who read the same, and the log has both sides', async () => {
    const before = await one('greeting')
    const after = { ...before, title: 'Welcome', texts: { ...before.texts, 'en-US': 'Hi!\nHow are you?' } }
    const answers = await Promise.all([change(after), change(after)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 1409]))
    expect(await one('greeting')).toEqual({ ...after, version: 2 })
    const { rows } = await db.query(
      `select action, staff_id, before, after from desk_audit where subject_type = 'canned'`,
    )
    expect(rows).toEqual([
      { action: 'canned.change', staff_id: admin.id, before, after: { ...after, version: 2 } },
    ])
  })

  it('that staff changed is left by a release that words them again; the others get its words', async () => {
    const before = await all()
    const mine = before.find(({ version }) => version > 1) ?? expect.fail('none was changed')
    expect(mine.texts['en-US']).toBe('Hi!\nHow are you?')
    await db.query(
      `update canned_answer set texts = jsonb_set(texts, '{en-US}', '"As it was"') where version = 1`,
    )
    const again = (await readMigrations()).find(({ name }) => name.endsWith('_canned_answers'))
    await db.query(again?.sql ?? expect.fail('there is no such migration'))
    expect(await all()).toEqual(before)
  })

  it('keeps what it is where a change is none', async () => {
    const before = await all()
    const answer = await one('moment')
    const { 'ja-JP': _, ...fewer } = answer.texts
    for (const [given, field] of [
      [{ texts: fewer }, 'texts.ja-JP'],
      [{ texts: { ...answer.texts, 'zh-CN': '你好' } }, 'texts'],
      [{ texts: { ...answer.texts, 'ko-KR': ' ' } }, 'texts.ko-KR'],
      [{ texts: { ...answer.texts, 'pt-BR': 'x'.repeat(2_001) } }, 'texts.pt-BR'],
      [{ texts: { ...answer.texts, 'ms-MY': 'a\u0000b' } }, 'texts.ms-MY'],
      [{ title: '' }, 'title'],
      [{ title: 'a\nb' }, 'title'],
      [{ version: 0 }, 'version'],
    ] as const)
      expect(await change({ ...answer, ...given })).toMatchObject({ code: 1001, data: { field } })
    expect(await change({ ...answer, id: 'Nothing' })).toMatchObject({ code: 1001, data: { field: 'id' } })
    expect(await change({ ...answer, id: 'nothing' })).toMatchObject({ code: 1404 })
    expect(await change(answer, agent)).toMatchObject({ code: 1403 })
    const leaver = await desk.staff('admin')
    await disableStaff(desk.office, leaver.email)
    expect(await change(answer, leaver)).toMatchObject({ code: 1501 })
    expect(await all()).toEqual(before)
  })
})
