import { randomUUID } from 'node:crypto'
import { deskConversationsPageSchema } from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import type { OpenDesk } from '../testing.ts'
import { type Agent, type Conversations, openConversations } from './testing.ts'

describeDatabase('the inbox', (open) => {
  let desk: OpenDesk
  let agent: Agent
  let admin: Agent
  let at: Conversations
  beforeAll(async () => {
    at = await openConversations(await open())
    ;({ desk, agent, admin } = at)
  })
  beforeEach(() => at.begin())
  afterAll(() => desk.close())

  const inbox = async (query = '', by: Agent = agent) => {
    const { data, code } = await desk.get(`conversations?${query}`, by)
    expect(code).toBe(200)
    const { items, next } = deskConversationsPageSchema.parse(data)
    return { ids: items.map(({ player }) => player.id), items, next }
  }
  /** The whole list, in pages of two. */
  const pages = async (query = '', by: Agent = agent) => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const page = await inbox(`limit=2&${query}${cursor}`, by)
      ids.push(...page.ids)
      if (page.next === null) return ids
      cursor = `&cursor=${page.next}`
    }
  }

  it('has those that wait first, the longest waiting before the others, then the newest', async () => {
    const ids: string[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      ids.push(await at.writer())
      await desk.clock.advance(1_000)
    }
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
    await at.reply(second)
    await desk.clock.advance(1_000)
    await at.reply(fourth)
    // Who writes again waits since the first time.
    await at.write(first, 'Still there?')
    const ours = (all: readonly string[]) => all.filter((id) => ids.includes(id))
    expect(ours((await inbox('limit=100')).ids)).toEqual([first, third, fifth, fourth, second])
    expect(ours(await pages())).toEqual([first, third, fifth, fourth, second])

    await at.post(third, 'assign', { staffId: agent.id, was: null })
    await at.post(fourth, 'assign', { staffId: agent.id, was: null })
    await at.post(fifth, 'close', { seq: 1 })
    expect(ours(await pages('filter=mine'))).toEqual([third, fourth])
    expect(ours(await pages('filter=mine', admin))).toEqual([])
    expect(ours(await pages('filter=unassigned'))).toEqual([first, second])
    expect(ours(await pages('filter=closed'))).toEqual([fifth])
    expect(ours(await pages())).toEqual([first, third, fourth, second])
  })

  it('says whose each is, what is unread, and its last line', async () => {
    const { id, email } = await desk.signInPlayer(`inbox-${randomUUID()}@home.example`)
    await at.write(id, 'one')
    const since = desk.clock.now()
    await desk.clock.advance(1_000)
    await at.write(id, '<b>two</b>')
    const { messages, hasMore, ...line } = await at.detail(id)
    expect(line).toMatchObject({
      player: { id, email, guest: false, avatar: expect.any(String), nickname: expect.any(String) },
      status: 'open',
      assignedTo: null,
      locale: 'ja-JP',
      waitingSince: since,
      lastSeq: 2,
      unread: 2,
      last: { seq: 2, text: '<b>two</b>', author: 'player' },
      updatedAt: since + 1_000,
    })
    expect([messages.map(({ text }) => text), hasMore]).toEqual([['one', '<b>two</b>'], false])
    expect((await at.detail(id, '?before=2')).messages.map(({ text }) => text)).toEqual(['one'])
    expect((await inbox('limit=100')).items).toContainEqual(line)
  })

  it.each(['limit=0', 'filter=all', 'cursor=x', 'cursor=WzEsMl0', 'limit=1e9'])(
    'is not asked for with %s',
    async (query) => {
      expect(await desk.get(`conversations?${query}`, agent)).toMatchObject({ code: 1001 })
    },
  )

  it('has nothing of a player who never wrote, nor for an id that is none', async () => {
    expect(await desk.get(`conversations/${await at.guest()}`, agent)).toMatchObject({ code: 1404 })
    expect(await desk.get('conversations/someone', agent)).toMatchObject({ code: 1001 })
    for (const before of ['0', '-1', 'x', '2147483648'])
      expect(await desk.get(`conversations/${await at.writer()}?before=${before}`, agent)).toMatchObject({
        code: 1001,
      })
  })
})
