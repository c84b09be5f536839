import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { supportPictureSchema } from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { imageForm } from '../../files/testing-form.ts'
import { jpeg } from '../../files/testing-images.ts'
import { unreadOf } from '../../support/index.ts'
import { disableStaff } from '../staff/manage.ts'
import type { OpenDesk } from '../testing.ts'
import { type Agent, type Conversations, openConversations } from './testing.ts'

describeDatabase('a conversation at the desk', (open) => {
  let db: Database
  let desk: OpenDesk
  let agent: Agent
  let admin: Agent
  let at: Conversations
  beforeAll(async () => {
    db = await open()
    at = await openConversations(db)
    ;({ desk, agent, admin } = at)
  })
  beforeEach(() => at.begin())
  afterAll(() => desk.close())

  describe('that is answered', () => {
    it('waits no more, has the agent’s name, and reaches its player once it is committed', async () => {
      const id = await at.writer()
      const messageId = randomUUID()
      const told = await at.messagesTo(id, async () => {
        expect(await at.reply(id, { messageId })).toMatchObject({ code: 200 })
      })
      const message = {
        seq: 2,
        messageId,
        author: 'staff',
        name: agent.name,
        text: 'How can we help?',
        pictureId: null,
        at: desk.clock.now(),
      }
      const unread = await unreadOf(db, id)
      expect(unread.count).toBe(1)
      expect(told).toEqual([
        ['chat.message', message],
        ['chat.unread', unread],
      ])
      expect((await at.opened(id))?.messages[1]).toEqual(message)
      expect(await at.detail(id)).toMatchObject({ waitingSince: null, last: message })
      expect(await at.audit(id)).toEqual([
        {
          action: 'conversation.reply',
          staff_id: agent.id,
          before: null,
          after: { seq: 2 },
          address: '203.0.113.9',
        },
      ])
      await at.write(id, 'Thanks')
      expect(await at.detail(id)).toMatchObject({ waitingSince: desk.clock.now() })
    })

    it('is answered once, fifty times at once too, and its id is no one else’s', async () => {
      const id = await at.writer()
      const messageId = randomUUID()
      const told = await at.messagesTo(id, async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, () => at.reply(id, { messageId })))
        expect(new Set(answers.map(({ code, data }) => `${code} ${data?.seq}`))).toEqual(new Set(['200 2']))
      })
      expect(told.map(([name]) => name)).toEqual(['chat.message', 'chat.unread'])
      expect(await at.audit(id)).toHaveLength(1)
      expect(await at.reply(id, { messageId }, admin)).toMatchObject({ code: 1409 })
      expect(await at.reply(await at.writer(), { messageId })).toMatchObject({ code: 1409 })
      const written = await at.write(id)
      expect(await at.reply(id, { messageId: written.messageId })).toMatchObject({ code: 1409 })
      expect((await at.opened(id))?.messages).toHaveLength(3)
    })

    it('counts as unread until its player reads it, and each change is reported', async () => {
      const id = await at.writer()
      for (let nth = 0; nth < 3; nth += 1) await at.reply(id)
      const told = await at.messagesTo(id, () => desk.bus.request('chat.read', { playerId: id, seq: 3 }))
      expect(told).toMatchObject([
        ['chat.read', { by: 'player', seq: 3 }],
        ['chat.unread', { count: 1 }],
      ])
      expect(await at.opened(id)).toMatchObject({ lastRead: 3 })
      expect(await at.detail(id)).toMatchObject({ playerRead: 3 })
      const { version } = await unreadOf(db, id)
      await at.reply(id)
      const after = await unreadOf(db, id)
      expect([after.count, after.version > version]).toEqual([2, true])
      await desk.bus.request('chat.read', { playerId: id, seq: 5 })
      expect(await unreadOf(db, id)).toMatchObject({ count: 0 })
    })

    it('is begun by the member of staff who writes first', async () => {
      const { id } = await desk.signInPlayer(`begun-${randomUUID()}@home.example`)
      expect(await at.reply(id)).toMatchObject({ code: 200, data: { seq: 1 } })
      expect(await at.detail(id)).toMatchObject({ status: 'open', waitingSince: null, locale: 'en-US' })
      expect(await at.reply(randomUUID())).toMatchObject({ code: 1404 })
    })

    it.each([
      ['nothing', { text: ' \u0000 ' }],
      ['too much', { text: 'x'.repeat(2_001) }],
      ['a picture that is not there', { pictureId: randomUUID() }],
      ['someone else’s name', { name: 'The Boss' }],
    ])('is not answered with %s', async (_, given) => {
      const id = await at.writer()
      expect(await at.reply(id, given)).toMatchObject({ code: 1001 })
      expect((await at.opened(id))?.messages).toHaveLength(1)
      expect(await at.audit(id)).toEqual([])
    })

    it('shows its pictures to staff, and theirs to its player alone', async () => {
      const id = await at.writer()
      const form = imageForm(await jpeg())
      const response = await desk.app.inject({
        method: 'POST',
        url: `/api/desk/conversations/${id}/picture`,
        headers: { ...desk.headersOf({ token: agent.token }), ...form.headers },
        payload: form.payload,
      })
      const { pictureId } = supportPictureSchema.parse(response.json().data)
      // Anyone who did not upload it can't send it, wherever.
      expect(await at.reply(id, { pictureId }, admin)).toMatchObject({ code: 1001 })
      expect(await at.reply(await at.writer(), { pictureId })).toMatchObject({ code: 1001 })
      expect(await at.reply(id, { text: '', pictureId })).toMatchObject({ code: 200, data: { pictureId } })
      const picture = await desk.inject('GET', `desk/pictures/${pictureId}`, admin)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, no-store',
        'content-disposition': 'inline',
      })
      const stranger = await desk.signInPlayer(`picture-${randomUUID()}@home.example`)
      expect(await desk.call('GET', `support/picture/${pictureId}`, stranger)).toMatchObject({ code: 1404 })
      expect(await desk.get(`pictures/${randomUUID()}`, agent)).toMatchObject({ code: 1404 })
    })
  })

  describe('that is someone’s', () => {
    it('is given, taken back, and not taken from someone unseen', async () => {
      const id = await at.writer()
      const assign = (staffId: string | null, was: string | null, by = agent) =>
        at.post(id, 'assign', { staffId, was }, by)
      expect(await assign(agent.id, null)).toMatchObject({
        code: 200,
        data: { assignedTo: { id: agent.id, name: agent.name } },
      })
      expect(await assign(agent.id, null)).toMatchObject({ code: 200 })
      expect(await assign(admin.id, null, admin)).toMatchObject({ code: 1409 })
      expect(await assign(admin.id, agent.id, admin)).toMatchObject({
        data: { assignedTo: { id: admin.id } },
      })
      expect(await assign(null, admin.id)).toMatchObject({ data: { assignedTo: null } })
      const done = (staff: Agent, was: string | null, is: string | null) => ({
        action: 'conversation.assign',
        staff_id: staff.id,
        before: { assignedTo: was },
        after: { assignedTo: is },
        address: '203.0.113.9',
      })
      expect(await at.audit(id)).toEqual([
        done(agent, null, agent.id),
        done(admin, agent.id, admin.id),
        done(agent, admin.id, null),
      ])
    })

    it('has one winner of two who take it at once', async () => {
      const id = await at.writer()
      const answers = await Promise.all(
        [agent, admin].map((by) => at.post(id, 'assign', { staffId: by.id, was: null }, by)),
      )
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 1409]))
      expect(await at.audit(id)).toHaveLength(1)
    })

    it('is no one’s again, and open desks hear so, when who has it is disabled', async () => {
      const leaver = await desk.staff('support')
      const [one, another, others] = [await at.writer(), await at.writer(), await at.writer()]
      for (const id of [one, another]) await at.post(id, 'assign', { staffId: leaver.id, was: null })
      await at.post(others, 'assign', { staffId: agent.id, was: null })
      const changed: BusEvent<'desk.changed'>[] = []
      const stop = desk.bus.subscribe('desk.changed', null, (news) => void changed.push(news))
      await disableStaff(desk.office, leaver.email)
      stop()
      expect(new Set(changed)).toEqual(
        new Set([one, another].map((playerId) => ({ what: 'conversation', playerId }))),
      )
      for (const id of [one, another]) {
        expect(await at.detail(id)).toMatchObject({ status: 'open', assignedTo: null })
        expect((await at.audit(id)).at(-1)).toEqual({
          action: 'conversation.assign',
          staff_id: null,
          before: { assignedTo: leaver.id },
          after: { assignedTo: null },
          address: 'command line',
        })
      }
      expect(await at.detail(others)).toMatchObject({ assignedTo: { id: agent.id } })
      const { data } = await desk.get('conversations?filter=unassigned', agent)
      const ids = data.items.map(({ player }: { player: { id: string } }) => player.id)
      expect(ids).toEqual(expect.arrayContaining([one, another]))
    })

    it('is no one’s who may not answer, or works here no more', async () => {
      const id = await at.writer()
      const finance = await desk.hire('finance')
      const gone = await desk.hire('support')
      await disableStaff(desk.office, gone.email)
      for (const staffId of [finance.id, gone.id, randomUUID()])
        expect(await at.post(id, 'assign', { staffId, was: null })).toMatchObject({
          code: 1001,
          data: { field: 'staffId' },
        })
      expect(await at.audit(id)).toEqual([])
    })
  })

  describe('that is closed', () => {
    it('tells its player so in their language, is no one’s, and opens with what they write next', async () => {
      const id = await at.writer()
      await at.post(id, 'assign', { staffId: agent.id, was: null })
      const told = await at.messagesTo(id, async () => {
        expect(await at.post(id, 'close', { seq: 1 })).toMatchObject({
          code: 200,
          data: { status: 'closed', assignedTo: null, waitingSince: null, unread: 0 },
        })
      })
      expect(told).toMatchObject([
        ['chat.message', { seq: 2, author: 'system', name: null, text: expect.stringContaining('終了') }],
        ['chat.read', { by: 'staff', seq: 2 }],
      ])
      expect(await unreadOf(db, id)).toMatchObject({ count: 0 })
      // Again it is closed already.
      expect(await at.messagesTo(id, () => at.post(id, 'close', { seq: 2 }))).toEqual([])
      expect((await at.audit(id)).at(-1)).toMatchObject({
        action: 'conversation.close',
        before: { status: 'open', assignedTo: agent.id },
        after: { status: 'closed', assignedTo: null },
      })
      expect(await at.audit(id)).toHaveLength(2)
      expect(await at.post(id, 'assign', { staffId: agent.id, was: null })).toMatchObject({ code: 1409 })
      await at.write(id, 'One more thing')
      expect(await at.detail(id)).toMatchObject({
        status: 'open',
        assignedTo: null,
        waitingSince: desk.clock.now(),
        unread: 1,
      })
    })

    it('has been read to its end: what came in between keeps it open', async () => {
      const id = await at.writer()
      await at.write(id, 'Wait')
      expect(await at.post(id, 'close', { seq: 1 })).toMatchObject({ code: 1409 })
      expect(await at.detail(id)).toMatchObject({ status: 'open', lastSeq: 2 })
      expect(await at.audit(id)).toEqual([])
    })
  })

  it('tells how far staff have read, and that they type', async () => {
    const id = await at.writer()
    await at.write(id)
    expect(await at.messagesTo(id, () => at.post(id, 'read', { seq: 1 }))).toEqual([
      ['chat.read', { by: 'staff', seq: 1 }],
    ])
    expect(await at.opened(id)).toMatchObject({ staffRead: 1 })
    expect(await at.detail(id)).toMatchObject({ unread: 1, staffRead: 1 })
    expect(await at.messagesTo(id, () => at.post(id, 'read', { seq: 1 }))).toEqual([])
    expect(await at.post(id, 'read', { seq: 3 })).toMatchObject({ code: 1001, data: { field: 'seq' } })
    expect(await at.messagesTo(id, () => desk.post(`conversations/${id}/typing`, agent))).toEqual([
      ['chat.typing', { by: 'staff' }],
    ])
  })

  it('is handled by no one who is disabled at that moment', async () => {
    const id = await at.writer()
    const leaver = await desk.staff('support')
    await disableStaff(desk.office, leaver.email)
    for (const [what, body] of [
      ['reply', { messageId: randomUUID(), text: 'Hello' }],
      ['assign', { staffId: null, was: null }],
      ['close', { seq: 1 }],
      ['read', { seq: 1 }],
    ] as const)
      expect(await at.post(id, what, body, leaver)).toMatchObject({ code: 1501 })
    expect(await at.audit(id)).toEqual([])
  })
})
