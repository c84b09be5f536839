import type { Answer, ChatMessage } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import { testClock } from '../src/features/chat/testing.ts'
import { createTalk } from './talk.ts'
import { lineOfTest, messageOf, messagesOf } from './testing.ts'

const talking = ({ isUp = true } = {}) => {
  const far = lineOfTest({ isUp })
  const clock = testClock()
  const received: ChatMessage[] = []
  const talk = createTalk({
    line: far.line,
    after: clock.after,
    changed: () => {},
    received: (message) => received.push(message),
  })
  const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
  const refused = (code: number) => ({ code, msg: 'refused', data: null })
  const whole = (messages: ChatMessage[], more: Partial<Answer<'chat.open'>> = {}) =>
    ok({ messages, hasMore: (messages[0]?.seq ?? 1) > 1, lastRead: 0, staffRead: 0, staffed: true, ...more })
  const seqs = () => talk.state().messages.map(({ seq }) => seq)
  /** The player has looked, and sees these messages. */
  const open = async (messages: ChatMessage[], more?: Partial<Answer<'chat.open'>>) => {
    talk.want()
    await far.question('chat.open').answer(whole(messages, more))
  }
  return { ...far, clock, talk, received, ok, refused, whole, seqs, open }
}

describe('the conversation', () => {
  test('is asked for when the player looks, once', async () => {
    const { talk, asked, open, seqs } = talking()
    expect(asked).toEqual([])
    await open(messagesOf(1, 3), { staffRead: 2, staffed: false })
    talk.want()
    expect(asked).toEqual([])
    expect(seqs()).toEqual([1, 2, 3])
    expect(talk.state()).toMatchObject({ phase: 'ready', staffRead: 2, staffed: false, older: 'none' })
  })

  test('waits for the line, and is asked for again each time that it comes back', async () => {
    const { talk, asked, tell, question, whole, seqs } = talking({ isUp: false })
    talk.want()
    expect(asked).toEqual([])
    tell('up', null)
    await question('chat.open').answer(whole(messagesOf(1, 2)))
    tell('down', null)
    expect(talk.state()).toMatchObject({ isUp: false, phase: 'ready' })
    tell('up', null)
    await question('chat.open').answer(whole(messagesOf(2, 4)))
    expect(seqs()).toEqual([1, 2, 3, 4])
  })

  test('that can’t be had says so until it is asked for again; one that is on screen is asked for on its own', async () => {
    const { talk, asked, tell, question, refused, whole, clock, open } = talking()
    talk.want()
    await question('chat.open').answer(refused(1500))
    expect(talk.state().phase).toBe('failed')
    clock.pass(60_000)
    expect(asked).toEqual([])
    await open(messagesOf(1, 2))
    tell('up', null)
    await question('chat.open').answer(refused(1503))
    expect(talk.state().phase).toBe('ready')
    clock.pass(5_000)
    await question('chat.open').answer(whole(messagesOf(1, 3)))
    expect(talk.state().messages).toHaveLength(3)
  })

  test('takes what is reported, each once, and asks for the whole where there is a hole', async () => {
    const { tell, asked, question, whole, seqs, open, received } = talking()
    await open(messagesOf(1, 2))
    tell('chat.message', messageOf(3, 'staff'))
    tell('chat.message', messageOf(3, 'staff'))
    tell('chat.message', messageOf(2))
    expect(seqs()).toEqual([1, 2, 3])
    expect(asked).toEqual([])
    tell('chat.message', messageOf(5, 'staff'))
    const hole = question('chat.open')
    // While it is asked for, more is shown, some of it in the answer already.
    tell('chat.message', messageOf(6))
    tell('chat.message', messageOf(7, 'system'))
    await hole.answer(whole(messagesOf(4, 6)))
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(received.map(({ seq }) => seq)).toEqual([3, 5])
  })

  test('is asked for again where the server counts more unread than is known', async () => {
    const { talk, asked, tell, question, whole, seqs, open } = talking()
    await open([messageOf(1), messageOf(2, 'staff')], { lastRead: 1 })
    tell('chat.unread', { count: 1 })
    expect(asked).toEqual([])
    // The message itself was lost.
    tell('chat.unread', { count: 2 })
    await question('chat.open').answer(whole([messageOf(2, 'staff'), messageOf(3, 'staff')], { lastRead: 1 }))
    expect(seqs()).toEqual([1, 2, 3])
    talk.want()
    expect(asked).toEqual([])
    // This one, with the answer: the player opens the chat again.
    tell('chat.unread', { count: 3 })
    await question('chat.open').answer({ code: 1503, msg: 'late', data: null })
    talk.want()
    await question('chat.open').answer(whole([messageOf(3, 'staff'), messageOf(4, 'staff')], { lastRead: 1 }))
    expect(seqs()).toEqual([1, 2, 3, 4])
  })

  test('of someone else is forgotten at once, an answer that was on its way too', async () => {
    const { talk, tell, question, whole, seqs, open } = talking()
    await open(messagesOf(1, 2))
    tell('up', null)
    const late = question('chat.open')
    tell('down', null)
    tell('player', null)
    expect(talk.state()).toMatchObject({ phase: 'loading', messages: [], staffed: null })
    tell('up', null)
    await late.answer(whole(messagesOf(1, 9)))
    expect(seqs()).toEqual([])
    await question('chat.open').answer(whole(messagesOf(1, 1)))
    expect(seqs()).toEqual([1])
  })
})

describe('what was said before', () => {
  test('is asked for one page at a time, and said to be missing where it can’t be had', async () => {
    const { talk, asked, question, ok, refused, seqs, open } = talking()
    await open(messagesOf(51, 53))
    expect(talk.state().older).toBe('there')
    void talk.older()
    void talk.older()
    expect(asked).toHaveLength(1)
    const page = question('chat.history')
    expect(page.payload).toEqual({ before: 51 })
    await page.answer(refused(1504))
    expect(talk.state().older).toBe('failed')
    void talk.older()
    await question('chat.history').answer(ok({ messages: messagesOf(1, 50), hasMore: false }))
    expect([seqs()[0], seqs().length, talk.state().older]).toEqual([1, 53, 'none'])
    await talk.older()
    expect(asked).toEqual([])
  })
})

describe('marks and signs', () => {
  test('what the player sees is read once, and again where no one was notified', async () => {
    const { talk, asked, tell, question, ok, refused, open } = talking()
    await open([messageOf(1), messageOf(2, 'staff')], { lastRead: 1 })
    expect(talk.unread().map(({ seq }) => seq)).toEqual([2])
    void talk.read()
    void talk.read()
    expect(asked).toHaveLength(1)
    await question('chat.read').answer(refused(1503))
    void talk.read()
    const told = question('chat.read')
    expect(told.payload).toEqual({ seq: 2 })
    await told.answer(ok(null))
    tell('chat.message', messageOf(3))
    void talk.read()
    expect(asked).toEqual([])
    expect(talk.unread()).toEqual([])
  })

  test('staff’s mark only goes on', async () => {
    const { talk, tell, open } = talking()
    await open(messagesOf(1, 3), { staffRead: 2 })
    tell('chat.read', { seq: 1 })
    expect(talk.state().staffRead).toBe(2)
    tell('chat.read', { seq: 3 })
    tell('chat.staffed', { staffed: false })
    expect(talk.state()).toMatchObject({ staffRead: 3, staffed: false })
  })

  test('anyone who types is seen for four seconds after they last did, and no more once they have said it', async () => {
    const { talk, tell, clock, open } = talking()
    await open(messagesOf(1, 2))
    tell('chat.typing', {})
    clock.pass(3_000)
    tell('chat.typing', {})
    clock.pass(3_999)
    expect(talk.state().isTyping).toBe(true)
    clock.pass(1)
    expect(talk.state().isTyping).toBe(false)
    tell('chat.typing', {})
    tell('chat.message', messageOf(3, 'staff'))
    expect(talk.state().isTyping).toBe(false)
  })

  test('that the player types is reported every other second, while there is someone to tell', async () => {
    const { talk, asked, tell, clock, open } = talking()
    await open([])
    for (let ms = 0; ms < 4_000; ms += 500) {
      talk.typed()
      clock.pass(500)
    }
    expect(asked.map(({ name }) => name)).toEqual(['chat.typing', 'chat.typing'])
    tell('down', null)
    talk.typed()
    expect(asked).toHaveLength(2)
  })
})
