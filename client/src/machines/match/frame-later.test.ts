import { expect, test } from 'vitest'
import { frameLater } from './frame-later.ts'
import { openAtOurTurn } from './testing/tabs.ts'

/** A match at our turn, the same a frame later, and the frame. */
const opened = async () => {
  const { server, tab } = await openAtOurTurn()
  const waiting: (() => void)[] = []
  const later = frameLater(
    tab.actor,
    (run) => waiting.push(run),
    (run) => run(),
  )
  const frame = () => {
    for (const run of waiting.splice(0)) run()
  }
  return { server, tab, later, frame, asked: () => waiting.length }
}

test('what happens is read and heard once the frame is drawn, all of it at once', async () => {
  const { server, tab, later, frame, asked } = await opened()
  const before = tab.actor.getSnapshot()
  const [states, facts]: [unknown[], unknown[]] = [[], []]
  later.subscribe(({ context }) => states.push(context.state))
  later.on('fact', ({ event }) => facts.push([event.type, later.getSnapshot().context.state]))

  server.open(server.seat(), server.tile(false))
  expect(tab.context().state).not.toBe(before.context.state)
  expect(later.getSnapshot()).toBe(before)
  expect([states, facts, asked()]).toEqual([[], [], 1])

  frame()
  expect(later.getSnapshot()).toBe(tab.actor.getSnapshot())
  expect(new Set(states)).toEqual(new Set([tab.context().state]))
  expect(facts).toEqual([
    ['TileOpened', tab.context().state],
    ['TurnStarted', tab.context().state],
  ])
  expect(asked()).toBe(0)
})

test('a heartbeat that changes nothing asks for no frame', async () => {
  const { server, later, asked } = await opened()
  const seen: unknown[] = []
  later.subscribe((snapshot) => seen.push(snapshot))
  server.beat()
  expect([seen, asked()]).toEqual([[], 0])
})

test('who begins to listen reads what is there by then', async () => {
  const { server, tab, later } = await opened()
  server.open(server.seat(), server.tile(false))
  expect(later.getSnapshot()).not.toBe(tab.actor.getSnapshot())
  later.subscribe(() => undefined)
  expect(later.getSnapshot()).toBe(tab.actor.getSnapshot())
})

test('who stopped listening hears no more', async () => {
  const { server, later, frame } = await opened()
  const seen: unknown[] = []
  const listening = later.subscribe((snapshot) => seen.push(snapshot))
  server.open(server.seat(), server.tile(false))
  listening.unsubscribe()
  frame()
  server.open(server.seat(), server.tile(false))
  frame()
  expect(seen).toEqual([])
})
