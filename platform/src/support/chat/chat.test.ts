import { randomUUID } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import { chatPageMax, chatTextMax } from '@minefall/shared/contracts/live'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { subjectOf } from '../../accounts/index.ts'
import { minute, newAddress } from '../../accounts/testing.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase, notingTrips } from '../../db/testing.ts'
import { readConversation, unreadOf } from './conversation.ts'
import { chatRates, sendMessage } from './send-message.ts'
import { type ChatWorld, openChatWorld } from './testing.ts'

describeDatabase('the support chat', (open) => {
  let db: Database
  let at: ChatWorld
  beforeAll(async () => {
    db = await open()
    at = await openChatWorld(db)
  })
  beforeEach(async () => {
    // What players of other cases sent counts no more.
    await at.clock.advance(minute)
  })
  afterAll(() => at.close())

  const kept = async (playerId: string) =>
    (await db.query('select * from conversation_message where player_id = $1 order by seq', [playerId])).rows
  const conversation = async (playerId: string) =>
    (await readConversation(db, playerId)) ?? expect.fail('there is no conversation')
  const texts = async (playerId: string) => (await at.openChat(playerId))?.messages.map(({ text }) => text)

  it('is empty until someone writes, and opening it keeps nothing', async () => {
    const { id } = await at.guest()
    expect(await at.openChat(id)).toEqual({
      messages: [],
      hasMore: false,
      lastRead: 0,
      staffRead: 0,
      staffed: false,
    })
    expect(await readConversation(db, id)).toBeNull()
    expect(await unreadOf(db, id)).toEqual({ version: 0, count: 0 })
  })

  it('keeps what a guest writes in order, as it waits since the first of it', async () => {
    const { id } = await at.guest()
    const since = at.clock.now()
    const first = at.message({ text: 'Hello?' })
    const sent = await at.send(id, first, { locale: 'pt-PT' })
    const message = {
      seq: 1,
      messageId: first.messageId,
      author: 'player',
      name: null,
      text: 'Hello?',
      pictureId: null,
      at: since,
    }
    expect(sent).toMatchObject({ code: bodyCode.ok, data: message })
    await at.clock.advance(2_000)
    await at.send(id, { text: 'Is anyone there?' }, { locale: 'ko' })
    expect((await at.openChat(id))?.messages).toMatchObject([message, { seq: 2, at: since + 2_000 }])
    expect(await conversation(id)).toMatchObject({
      status: 'open',
      assignedTo: null,
      locale: 'ko-KR',
      waitingSince: since,
      lastSeq: 2,
      updatedAt: since + 2_000,
    })
  })

  it('keeps a message in one round trip, the first of a guest as well', async () => {
    const { id: playerId } = await at.guest()
    const noting = notingTrips(db)
    const sent = { ...at.message(), playerId, address: newAddress(), locale: null }
    expect(await sendMessage({ ...at, db: noting.db }, sent)).toMatchObject({ seq: 1 })
    expect(noting.trips).toHaveLength(1)
  })

  it('tells a message to its player alone, once it is committed', async () => {
    const { id } = await at.guest()
    const committed: Promise<unknown>[] = []
    const stop = at.bus.subscribe('chat.message', id, ({ messageId }) => {
      committed.push(db.query('select from conversation_message where message_id = $1', [messageId]))
    })
    const { data } = await at.send(id)
    expect(at.told['chat.message'].filter(({ news }) => news.messageId === data?.messageId)).toEqual([
      { player: id, news: data },
    ])
    expect(await Promise.all(committed)).toMatchObject([{ count: 1 }])
    stop()
  })

  it('takes a message once, fifty at once too, and its id for no other', async () => {
    const { id } = await at.guest()
    const message = at.message()
    const before = at.told['chat.message'].length
    const answers = await Promise.all(Array.from({ length: 50 }, () => at.send(id, message)))
    expect(new Set(answers.map(({ code, data }) => `${code} ${data?.seq}`))).toEqual(new Set(['200 1']))
    expect(await kept(id)).toHaveLength(1)
    expect(at.told['chat.message']).toHaveLength(before + 1)
    // Later, in other letters, and by way of a cleaner text it is the same still.
    await at.clock.advance(minute)
    const again = { messageId: message.messageId.toUpperCase(), text: ` ${message.text}\n` }
    expect(await at.send(id, again)).toMatchObject({ code: bodyCode.ok, data: { seq: 1 } })
    expect(await at.send(id, { ...message, text: 'Something else' })).toMatchObject({
      code: bodyCode.conflict,
    })
    const stranger = await at.guest()
    expect(await at.send(stranger.id, message)).toMatchObject({ code: bodyCode.conflict, data: null })
    expect(await readConversation(db, stranger.id)).toBeNull()
    expect(await kept(id)).toHaveLength(1)
  })

  it('numbers many messages at once without holes', async () => {
    const { id } = await at.guest()
    await Promise.all(Array.from({ length: 20 }, () => at.send(id)))
    expect((await kept(id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1))
    expect((await conversation(id)).lastSeq).toBe(20)
  })

  it('tells the latest messages, and the ones before them in pages', async () => {
    const { id } = await at.guest()
    const last = 2 * chatPageMax + 1
    await db.query(
      `insert into conversation (player_id, status, locale, last_seq, updated_at)
       values ($1, 'open', 'en-US', $2, now())`,
      [id, last],
    )
    await db.query(
      `insert into conversation_message (player_id, seq, message_id, author, body, created_at)
       select $1, nth, gen_random_uuid(), 'player', nth::text, now() from generate_series(1, $2::int) as nth`,
      [id, last],
    )
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)
    const { messages = [], hasMore } = (await at.openChat(id)) ?? {}
    expect([messages.map(({ text }) => text), hasMore]).toEqual([numbers(52, 101), true])
    const older = await at.bus.request('chat.history', { playerId: id, before: 52 })
    expect([older.data?.messages.map(({ text }) => text), older.data?.hasMore]).toEqual([
      numbers(2, 51),
      true,
    ])
    const oldest = await at.bus.request('chat.history', { playerId: id, before: 2 })
    expect([oldest.data?.messages.map(({ text }) => text), oldest.data?.hasMore]).toEqual([['1'], false])
  })

  describe('cleans and bounds what is written', () => {
    it.each([
      ['control characters', 'a\u0000b\u0007c\u001b[2Jd\u0085e', 'abc[2Jde'],
      ['what turns text around', 'pay\u202egnp.exe\u202c \u2066now\u2069', 'paygnp.exe now'],
      ['halves of characters', 'a\ud83db\udc00c', 'abc'],
      ['space around it, and ends of lines', ' \r\n one\r\ntwo\tthree\r \n', 'one\ntwo\tthree'],
      [
        'but not what people write',
        '👩‍👩‍👧 مرحبا <b>こんにちは</b> =1+1',
        '👩‍👩‍👧 مرحبا <b>こんにちは</b> =1+1',
      ],
    ])('of %s', async (_, text, expected) => {
      const { id } = await at.guest()
      expect(await at.send(id, { text })).toMatchObject({ code: bodyCode.ok, data: { text: expected } })
      expect(await texts(id)).toEqual([expected])
    })

    it('up to its length, in whatever characters', async () => {
      const { id } = await at.guest()
      const long = '😀'.repeat(chatTextMax)
      expect(await at.send(id, { text: long })).toMatchObject({ code: bodyCode.ok, data: { text: long } })
      expect(await at.send(id, { text: `${long}!` })).toMatchObject({ code: bodyCode.badParameters })
      expect(await kept(id)).toHaveLength(1)
    })

    it.each([
      ['nothing', { text: '' }],
      ['nothing that shows', { text: ' \u0000\n\u202e ' }],
      ['a picture that no one has', { pictureId: randomUUID() }],
      ['no id', { messageId: 'first' }],
      ['an author', { author: 'staff' }],
    ])('and is not made of %s', async (_, given: object) => {
      const { id } = await at.guest()
      expect(await at.send(id, given)).toMatchObject({ code: bodyCode.badParameters })
      expect(await readConversation(db, id)).toBeNull()
      expect(await kept(id)).toEqual([])
    })
  })

  it('has bounds: of a player in a minute and a day, and a message sent again counts no more', async () => {
    const { id } = await at.guest()
    const { player, playerDay } = chatRates
    const first = at.message()
    let sent = 0
    for (; sent < player.most; sent += 1)
      expect(await at.send(id, sent === 0 ? first : {})).toMatchObject({ code: bodyCode.ok })
    expect(await at.send(id)).toMatchObject({ code: bodyCode.tooManyRequests, data: { seconds: 60 } })
    expect(await at.send(id, first)).toMatchObject({ code: bodyCode.ok, data: { seq: 1 } })
    expect(await kept(id)).toHaveLength(player.most)
    await db.query('insert into counted (subject, at) select $1, $2 from generate_series(1, $3::int)', [
      subjectOf('chat-sent', id),
      new Date(at.clock.now()),
      playerDay.most - sent - 1,
    ])
    await at.clock.advance(minute)
    expect(await at.send(id)).toMatchObject({ code: bodyCode.ok })
    await at.clock.advance(minute)
    expect(await at.send(id)).toMatchObject({ code: bodyCode.tooManyRequests })
  })

  it('has bounds for the guests of an address, and none of them for accounts', async () => {
    const address = newAddress()
    const from = { address }
    const { guests, newGuests } = chatRates
    const writers = []
    for (let nth = 0; nth < newGuests.most; nth += 1) {
      const writer = await at.guest()
      writers.push(writer)
      expect(await at.send(writer.id, {}, from)).toMatchObject({ code: bodyCode.ok })
    }
    const another = await at.guest()
    expect(await at.send(another.id, {}, from)).toMatchObject({ code: bodyCode.tooManyRequests })
    expect(await readConversation(db, another.id)).toBeNull()
    expect(await at.send(another.id)).toMatchObject({ code: bodyCode.ok })
    for (let nth = newGuests.most; nth < guests.most; nth += 1)
      expect(await at.send(writers[nth % writers.length]?.id ?? '', {}, from)).toMatchObject({
        code: bodyCode.ok,
      })
    expect(await at.send(writers[0]?.id ?? '', {}, from)).toMatchObject({ code: bodyCode.tooManyRequests })
    const account = await at.signIn('chat-address@home.example')
    expect(await at.send(account.id, {}, from)).toMatchObject({ code: bodyCode.ok })
  })

  it('knows how far a player has read: on, not back, and not past the end', async () => {
    const { id } = await at.guest()
    expect(await at.read(id, 0)).toMatchObject({ code: bodyCode.ok, data: null })
    expect(await at.read(id, 1)).toMatchObject({ code: bodyCode.badParameters })
    for (let nth = 0; nth < 3; nth += 1) await at.send(id)
    const before = at.told['chat.read'].length
    for (const seq of [2, 1, 2]) expect(await at.read(id, seq)).toMatchObject({ code: bodyCode.ok })
    for (const seq of [4, 2 ** 31, -1, 1.5])
      expect(await at.read(id, seq)).toMatchObject({ code: bodyCode.badParameters })
    expect((await at.openChat(id))?.lastRead).toBe(2)
    expect(at.told['chat.read'].slice(before)).toEqual([{ player: id, news: { by: 'player', seq: 2 } }])
  })

  it('is each player’s own, and stays a guest’s who registers', async () => {
    const mine = await at.guest()
    const theirs = await at.guest()
    await at.send(mine.id, { text: 'mine' })
    await at.send(theirs.id, { text: 'theirs' })
    expect(await texts(mine.id)).toEqual(['mine'])
    const history = await at.bus.request('chat.history', { playerId: mine.id, before: 50 })
    expect(history.data?.messages.map(({ text }) => text)).toEqual(['mine'])
    const account = await at.signIn('chat-registers@home.example', { deviceId: mine.deviceId })
    expect(account.id).toBe(mine.id)
    await at.send(account.id, { text: 'still mine' })
    expect(await texts(account.id)).toEqual(['mine', 'still mine'])
    // The device has another guest from then on, who knows nothing of it.
    const next = await at.guest(mine.deviceId)
    expect(next.id).not.toBe(mine.id)
    expect(await texts(next.id)).toEqual([])
  })

  it('has everything for anyone who opens it, whatever got lost on the way', async () => {
    const { id } = await at.guest()
    const lost = { ...at, db, bus: { ...at.bus, publish: () => {} } }
    const before = at.told['chat.message'].length
    const sent = await sendMessage(lost, {
      ...at.message({ text: 'Hello?' }),
      playerId: id,
      address: newAddress(),
      locale: null,
    })
    expect(at.told['chat.message']).toHaveLength(before)
    expect((await at.openChat(id))?.messages).toEqual([sent])
  })

  it('stays as it was written', async () => {
    const { id } = await at.guest()
    await at.send(id)
    await expect(db.query(`update conversation_message set body = 'all is well'`)).rejects.toThrow(
      'append-only',
    )
    await expect(db.query('delete from conversation_message')).rejects.toThrow('append-only')
    await expect(db.query('delete from conversation')).rejects.toThrow('append-only')
    const other = await at.guest()
    await at.send(other.id)
    const picture = randomUUID()
    await db.query(
      `insert into support_picture (id, player_id, type, content, created_at) values ($1, $2, 'image/png', '\\x00', now())`,
      [picture, id],
    )
    const forged = (playerId: string) =>
      db.query(
        `insert into conversation_message (player_id, seq, message_id, author, body, picture_id, created_at)
         values ($1, 2, $2, 'player', '', $3, now())`,
        [playerId, randomUUID(), picture],
      )
    await expect(forged(other.id)).rejects.toThrow('foreign key')
    await forged(id)
  })
})
