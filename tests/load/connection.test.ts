import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from './connection.ts'
import type { Listener } from './link.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection whose links are in the test's hands. */
const stage = ({ comesBack }: { comesBack: boolean }) => {
  const links: { listener: Listener; sent: string[]; left: boolean }[] = []
  const heard: string[] = []
  const it = connection({
    auth: {},
    comesBack,
    dial: (_auth, listener) => {
      const link = { listener, sent: [] as string[], left: false }
      links.push(link)
      return {
        send: (_ack, name) => void link.sent.push(name),
        silence: () => {},
        leave: () => {
          link.left = true
        },
      }
    },
    events: {
      packet: (packet) => heard.push(packet.toString()),
      up: () => heard.push('up'),
      lost: (why) => heard.push(`lost: ${why}`),
    },
  })
  const tell = (link: number, name: string, payload: object = {}) => {
    const packet = Buffer.from(`2${JSON.stringify([name, payload])}`)
    links[link]?.listener.packet(packet, packet.length)
  }
  return { it, links, heard, tell, lose: (link: number) => links[link]?.listener.lost('broken') }
}

it('is lost once where no one comes back', () => {
  const { links, heard, tell, lose } = stage({ comesBack: false })
  tell(0, 'welcome')
  lose(0)
  vi.advanceTimersByTime(60_000)
  expect(heard).toEqual(['up', 'lost: broken'])
  expect(links).toHaveLength(1)
})

it('comes back after each loss, also of one that was never welcomed', () => {
  const { it, links, heard, tell, lose } = stage({ comesBack: true })
  lose(0)
  vi.advanceTimersByTime(1_000)
  lose(1)
  vi.advanceTimersByTime(1_000)
  tell(2, 'welcome')
  it.send(0, 'lobby.find', {})
  expect(heard).toEqual(['lost: broken', 'lost: broken', 'up'])
  expect(links.map(({ sent }) => sent)).toEqual([[], [], ['lobby.find']])
})

it('opens the next connection before it leaves one whose server is about to stop', () => {
  const { it, links, heard, tell } = stage({ comesBack: true })
  tell(0, 'welcome')
  tell(0, 'drain', { withinMs: 1_000 })
  it.send(0, 'match.open', {})
  tell(0, 'balance')
  expect(links[0]).toMatchObject({ sent: ['match.open'], left: false })
  tell(1, 'welcome')
  it.send(0, 'match.follow', {})
  expect(links[0]?.left).toBe(true)
  expect(links[1]?.sent).toEqual(['match.follow'])
  expect(heard).toEqual(['up', '2["balance",{}]', 'up'])
})

it('tries to move again, and stays in the meantime', () => {
  const { links, heard, tell, lose } = stage({ comesBack: true })
  tell(0, 'welcome')
  tell(0, 'drain', { withinMs: 1_000 })
  lose(1)
  vi.advanceTimersByTime(1_000)
  tell(2, 'welcome')
  expect(heard).toEqual(['up', 'up'])
  expect(links.map(({ left }) => left)).toEqual([true, false, false])
})

it('is lost, and waits for the one that is on its way, when its server is gone before that is there', () => {
  const { links, heard, tell, lose } = stage({ comesBack: true })
  tell(0, 'welcome')
  tell(0, 'drain', { withinMs: 1_000 })
  lose(0)
  vi.advanceTimersByTime(60_000)
  tell(1, 'welcome')
  expect(heard).toEqual(['up', 'lost: broken', 'up'])
  expect(links).toHaveLength(2)
})
