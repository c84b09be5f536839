import type { Envelope } from '@minefall/shared/contracts'
import type { ChatMessage } from '@minefall/shared/contracts/live'
import chat from '../src/i18n/locales/en-US/chat.json'
import type { LineEvents, SupportLine } from './line.ts'

/** For tests alone: a message of a conversation, its number also its id and its time in minutes. */
export const messageOf = (seq: number, author: ChatMessage['author'] = 'player'): ChatMessage => ({
  seq,
  messageId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  author,
  name: author === 'staff' ? 'Mina' : null,
  text: `message ${seq}`,
  pictureId: null,
  at: Date.UTC(2026, 0, 5, 12) + seq * 60_000,
})

export const messagesOf = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, place) => messageOf(from + place))

type Asked = { name: string; payload: unknown; answer(answered: Envelope<unknown>): Promise<void> }

/** For tests alone: a line whose far end is the test. */
export const lineOfTest = ({ isUp = true } = {}) => {
  const heard = new Map<string, (payload: never) => void>()
  const asked: Asked[] = []
  let up = isUp
  let unread = 0
  const line: SupportLine = {
    ask: (name, payload) =>
      new Promise((resolve) => {
        const answer: Asked['answer'] = async (answered) => {
          resolve(answered as Parameters<typeof resolve>[0])
          await Promise.resolve()
        }
        asked.push({ name, payload, answer })
      }),
    on: (name, listener) => {
      heard.set(name, listener)
      return () => void heard.delete(name)
    },
    isUp: () => up,
    unread: () => unread,
    write: () => {},
    outbox: () => [],
    resend: () => {},
    discard: () => {},
    draft: () => '',
    keepDraft: () => {},
    upload: async () => ({ problem: 'no pictures here' }),
    picture: async () => null,
    texts: () => chat,
    language: () => 'en-US',
  }
  return {
    line,
    asked,
    tell<N extends keyof LineEvents>(name: N, payload: LineEvents[N]) {
      if (name === 'up' || name === 'down') up = name === 'up'
      if (name === 'chat.unread') unread = (payload as LineEvents['chat.unread']).count
      heard.get(name)?.(payload as never)
    },
    /** The newest question of a name, taken off. */
    question(name: string): Asked {
      const at = asked.findLastIndex((one) => one.name === name)
      const [found] = at < 0 ? [] : asked.splice(at, 1)
      if (!found) throw new Error(`no one asked for ${name}`)
      return found
    },
  }
}
