import { type DeskAuditEntry, deskAuditPageSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { type Hired, type OpenDesk, openDesk } from '../testing.ts'
import { placeOrders } from '../testing-orders.ts'
import { writeAudit } from './write-audit.ts'

describeDatabase('the audit log', (open) => {
  let db: Database
  let desk: OpenDesk
  let admin: Hired & { token: string }
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    admin = await desk.staff('admin')
  })
  afterAll(() => desk.close())

  const page = async (query = '') => {
    const { data, ...rest } = await desk.get(`audit?${query}`, admin)
    expect(rest).toMatchObject({ code: 200 })
    return deskAuditPageSchema.parse(data)
  }

  it('has who did what from where, the newest first', async () => {
    const order = await placeOrders(db, desk.clock).paid()
    const from = { token: admin.token, address: '198.51.100.7' }
    await desk.post(`orders/${order.id}/take`, from)
    await desk.post(`orders/${order.id}/reject`, from, { reason: 'Nothing came in' })
    const { items } = await page()
    const { id, name } = admin
    const done = { staff: { id, name }, subjectType: 'order', subjectId: order.id, address: from.address }
    expect(items.slice(0, 4)).toMatchObject([
      { ...done, action: 'order.reject', reason: 'Nothing came in', after: { status: 'failed' } },
      { ...done, action: 'order.take', reason: null, before: { status: 'paid' } },
      { action: 'sign-in', staff: { id }, subjectType: 'staff', subjectId: id, before: null, after: null },
      { action: 'staff.add', staff: null, subjectId: id, address: 'command line', after: { role: 'admin' } },
    ])
    expect(items[0]?.at).toBe(desk.clock.now())
    expect((await page(`subjectType=order&subjectId=${order.id}`)).items).toEqual(items.slice(0, 2))
    expect((await page('subjectType=channel')).items).toEqual([])
  })

  it('is paged to its end, also while entries come in', async () => {
    for (let n = 0; n < 7; n++) await desk.hire('support')
    const all = (await page('limit=100')).items
    const read: DeskAuditEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next } = await page(`limit=3${cursor && `&cursor=${cursor}`}`)
      read.push(...items)
      cursor = next
      await desk.hire('support')
    }
    expect(read).toEqual(all)
    const subjects = [`subjectType=${'x'.repeat(41)}`, 'subjectType=a%00', 'subjectId=a%00']
    for (const query of ['cursor=abc', 'cursor=WyJhIl0', 'limit=0', ...subjects])
      expect(await desk.get(`audit?${query}`, admin)).toMatchObject({ code: 1001 })
  })

  it('is never changed: the database refuses it', async () => {
    for (const change of [
      `update desk_audit set action = 'nothing'`,
      'delete from desk_audit',
      'truncate desk_audit',
    ])
      await expect(db.query(change), change).rejects.toThrow()
    expect((await page()).items.length).toBeGreaterThan(0)
  })

  it('has no entry of what was undone', async () => {
    const before = (await page('limit=100')).items.length
    const undone = db.transaction(async (tx) => {
      await tx.query('update currency set rate = 2 where code = $1', ['CNY'])
      const subject = { type: 'currency', id: 'CNY' } as const
      await writeAudit(tx, { at: 1, staffId: admin.id, action: 'currency.change', subject, address: 'x' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await page('limit=100')).items).toHaveLength(before)
  })
})
