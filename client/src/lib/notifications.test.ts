import { expect, test, vi } from 'vitest'
import { createNotifications, type NotificationDoor, type NotificationText } from './notifications.ts'
import { memoryStore } from './testing-storage.ts'

const under = (first: NotificationPermission | null, answer: NotificationPermission = 'granted') => {
  let permission = first
  const door = {
    permission: () => permission,
    ask: vi.fn(async () => {
      permission = answer
    }),
    show: vi.fn<NotificationDoor['show']>(async () => undefined),
    close: vi.fn<NotificationDoor['close']>(async () => undefined),
  }
  return { door, notifications: createNotifications(door, memoryStore()) }
}

const saying = (title: string) => ({
  ...{ words: async () => ({ title, body: 'Duel' }), tag: 'match', href: '/game/mines-duel' },
})
/** Something to wait for, in the hands of the test. */
const held = <T>() => {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}
const told = saying('Your turn')

test('nothing is shown before the player asked for it, and the browser is asked once', async () => {
  const { door, notifications } = under('default')
  const changed = vi.fn()
  notifications.subscribe(changed)
  expect(notifications.state()).toBe('unasked')
  await notifications.tell(told)
  expect(door.show).not.toHaveBeenCalled()
  await notifications.turnOn()
  await notifications.turnOn()
  expect(door.ask).toHaveBeenCalledTimes(1)
  expect(changed).toHaveBeenCalled()
  expect(notifications.state()).toBe('on')
  await notifications.tell(told)
  expect(door.show).toHaveBeenCalledWith(
    'Your turn',
    expect.objectContaining({ body: 'Duel', tag: 'match', data: { href: '/game/mines-duel' } }),
  )
})

test('one in place of an older one alerts again', async () => {
  const { door, notifications } = under('granted')
  await notifications.tell(saying('The match starts'))
  await notifications.tell(told)
  expect(door.show).toHaveBeenCalledTimes(2)
  expect(door.show).toHaveBeenLastCalledWith(
    'Your turn',
    expect.objectContaining({ tag: 'match', renotify: true }),
  )
})

test('one that is taken back before its words are here is never shown', async () => {
  const { door, notifications } = under('granted')
  const words = held<NotificationText>()
  const late = notifications.tell({ ...told, words: () => words.promise })
  await notifications.close('match')
  words.settle({ title: 'Your turn', body: 'Duel' })
  await late
  expect(door.show).not.toHaveBeenCalled()
  await notifications.tell(told)
  expect(door.show).toHaveBeenCalledTimes(1)
})

test('one that is taken back on its way to the system goes once it is shown', async () => {
  const { door, notifications } = under('granted')
  const shown = held<undefined>()
  door.show.mockReturnValue(shown.promise)
  const late = notifications.tell(told)
  await expect.poll(() => door.show.mock.calls.length).toBe(1)
  await notifications.close('match')
  expect(door.close).toHaveBeenCalledTimes(1)
  shown.settle(undefined)
  await late
  expect(door.close).toHaveBeenCalledTimes(2)
})

test('of two under one tag the later is shown, whichever words come first', async () => {
  const { door, notifications } = under('granted')
  const words = held<NotificationText>()
  const first = notifications.tell({ ...told, words: () => words.promise })
  await notifications.tell(told)
  words.settle({ title: 'The match starts', body: 'Duel' })
  await first
  expect(door.show.mock.calls.map(([title]) => title)).toEqual(['Your turn'])
})

test('switched off here they stay off, whatever the browser allows', async () => {
  const { door, notifications } = under('granted')
  expect(notifications.state()).toBe('on')
  notifications.turnOff()
  expect(notifications.state()).toBe('off')
  await notifications.tell(told)
  expect(door.show).not.toHaveBeenCalled()
  await notifications.turnOn()
  expect(notifications.state()).toBe('on')
  expect(door.ask).not.toHaveBeenCalled()
})

test('forbidden ones are reported as blocked, and missing ones as absent', async () => {
  const refused = under('default', 'denied')
  await refused.notifications.turnOn()
  expect(refused.notifications.state()).toBe('blocked')
  expect(under(null).notifications.state()).toBe('absent')
})

test('a system that shows none breaks nothing', async () => {
  const { door, notifications } = under('granted')
  door.show.mockRejectedValue(new TypeError('no'))
  door.close.mockRejectedValue(new TypeError('no'))
  await expect(notifications.tell(told)).resolves.toBeUndefined()
  const words = () => Promise.reject(new TypeError('no'))
  await expect(notifications.tell({ ...told, words })).resolves.toBeUndefined()
  await expect(notifications.close('match')).resolves.toBeUndefined()
})
