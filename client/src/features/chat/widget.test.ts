import { describe, expect, test } from 'vitest'
import { foreignWidget, testClock } from './testing.ts'
import { afterLoad, createWidget, type WidgetPorts } from './widget.ts'

const lastly = (names: readonly string[]) => names.filter((name) => name !== 'hideIcon')

/** A page whose widget's script is asked for; whether and when it comes is the test's. */
const page = ({ scriptComes = true } = {}) => {
  const clock = testClock()
  const window: WidgetPorts['page'] = {}
  const foreign = foreignWidget(window)
  const told: string[] = []
  const received: unknown[] = []
  let asked = 0
  const widget = createWidget({
    page: window,
    after: clock.after,
    load: () => {
      asked += 1
      return scriptComes ? Promise.resolve() : Promise.reject(new Error('blocked'))
    },
    onFailed: () => told.push('failed'),
    onReady: () => told.push('ready'),
    onReceived: (message) => received.push(message),
    onSent: () => told.push('sent'),
  })
  return { clock, window, foreign, told, received, widget, asked: () => asked }
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
const info = { user_id: 'h', user_name: 'Mai', language: 'ja-JP', phone: '', email: '', description: '' }

test('the chat begins half a second after the page has loaded', async () => {
  const clock = testClock()
  let loaded = () => {}
  const page = new Promise<void>((resolve) => {
    loaded = resolve
  })
  let begun = 0
  const started = afterLoad(page, clock.after, () => {
    begun += 1
  })
  clock.pass(10_000)
  loaded()
  await started
  clock.pass(499)
  expect(begun).toBe(0)
  clock.pass(1)
  expect(begun).toBe(1)
})

describe('before the script is there', () => {
  test('the queue is an array that keeps the commands in order, each with its argument', () => {
    const { window, widget, foreign } = page()
    widget.start()
    widget.setLoginInfo(info)
    widget.clearUser()
    expect(window.ssq).toEqual([
      'onUnRead',
      expect.any(Function),
      'onReceiveMessage',
      expect.any(Function),
      'onSendMessage',
      expect.any(Function),
      'onOpenChat',
      expect.any(Function),
      'onCloseChat',
      expect.any(Function),
      'hideIcon',
      'setLoginInfo',
      info,
      'clearUser',
    ])
    foreign.load()
    expect(foreign.names()).toEqual([
      'onUnRead',
      'onReceiveMessage',
      'onSendMessage',
      'onOpenChat',
      'onCloseChat',
      'hideIcon',
      'setLoginInfo',
      'clearUser',
    ])
    expect(foreign.done[6]?.argument).toEqual(info)
  })

  test('what others put into the queue stays there', () => {
    const { window, widget } = page()
    window.ssq = ['showIcon']
    widget.start()
    expect((window.ssq as unknown[]).slice(0, 2)).toEqual(['showIcon', 'onUnRead'])
  })

  test('its settings ask it not to show its icon', () => {
    const { window, widget } = page()
    widget.start()
    expect(window.__ssc).toEqual({ setting: { hideIcon: true } })
  })
})

describe('readiness', () => {
  test('is seen within a tenth of a second', () => {
    const { clock, widget, foreign, told } = page()
    widget.start()
    clock.pass(2_340)
    expect(widget.current().phase).toBe('loading')
    foreign.load()
    clock.pass(59)
    expect(widget.current().phase).toBe('loading')
    clock.pass(1)
    expect(widget.current().phase).toBe('ready')
    expect(told).toEqual(['ready'])
  })

  test('is that the queue is no plain array any more, also where it is another kind of array', () => {
    const { clock, window, widget } = page()
    widget.start()
    const own = Object.assign([], { push: () => 0 })
    window.ssq = own
    clock.pass(100)
    expect(widget.current().phase).toBe('ready')
  })

  test('is looked for a hundred times; then it learns that the chat could not be started', () => {
    const { clock, widget, told } = page()
    widget.start()
    clock.pass(9_999)
    expect(told).toEqual([])
    clock.pass(1)
    expect(told).toEqual(['failed'])
    expect(widget.current().phase).toBe('failed')
    expect(clock.waiting()).toBe(0)
  })

  test('that comes too late is there for the next who asks, and the script is not run twice', () => {
    const { clock, widget, foreign, told, asked } = page()
    widget.start()
    clock.pass(10_000)
    foreign.load()
    expect(widget.open()).toBe('opened')
    expect(lastly(foreign.names()).at(-1)).toBe('chatOpen')
    expect(told).toEqual(['failed', 'ready'])
    expect(asked()).toBe(1)
  })

  test('a script that could not be had is asked for again by anyone who opens the chat, and nothing is said twice', async () => {
    const { clock, widget, foreign, asked } = page({ scriptComes: false })
    widget.start()
    await settle()
    clock.pass(10_000)
    expect(widget.open()).toBe('loading')
    expect(asked()).toBe(2)
    foreign.load()
    clock.pass(100)
    expect(foreign.names().filter((name) => name === 'onUnRead')).toHaveLength(1)
    expect(widget.current().isOpen).toBe(true)
  })

  test('starting twice asks for the script once', () => {
    const { widget, asked } = page()
    widget.start()
    widget.start()
    expect(asked()).toBe(1)
  })
})

describe('the icon', () => {
  test('is hidden again and again for ten seconds after the widget is ready, and then left alone', () => {
    const { clock, widget, foreign } = page()
    widget.start()
    foreign.load()
    const hidden = () => foreign.names().filter((name) => name === 'hideIcon').length
    clock.pass(100)
    expect(hidden()).toBe(2)
    clock.pass(5_000)
    expect(hidden()).toBe(12)
    clock.pass(5_000)
    expect(hidden()).toBe(21)
    clock.pass(60_000)
    expect(hidden()).toBe(21)
  })
})

describe('opening', () => {
  test('a chat that is ready opens at once, and its store follows what it tells', () => {
    const { clock, widget, foreign } = page()
    widget.start()
    foreign.load()
    clock.pass(100)
    expect(widget.open()).toBe('opened')
    expect(widget.current().isOpen).toBe(true)
    foreign.dismiss()
    expect(widget.current().isOpen).toBe(false)
    widget.open()
    widget.close()
    expect(widget.current().isOpen).toBe(false)
    expect(lastly(foreign.names()).slice(-3)).toEqual(['chatOpen', 'chatOpen', 'chatClose'])
  })

  test('while it is loading it is said so, and it opens if it is ready within three seconds', () => {
    const { clock, widget, foreign } = page()
    widget.start()
    clock.pass(500)
    expect(widget.open()).toBe('loading')
    expect(widget.open()).toBe('loading')
    clock.pass(2_800)
    foreign.load()
    clock.pass(100)
    expect(widget.current().isOpen).toBe(true)
    expect(foreign.names().filter((name) => name === 'chatOpen')).toHaveLength(1)
  })

  test('later than that no one waits for it, and it stays closed', () => {
    const { clock, widget, foreign } = page()
    widget.start()
    expect(widget.open()).toBe('loading')
    clock.pass(3_000)
    foreign.load()
    clock.pass(1_000)
    expect(widget.current()).toMatchObject({ phase: 'ready', isOpen: false })
  })

  test('a press before anything was started starts it', () => {
    const { widget, asked } = page()
    expect(widget.open()).toBe('loading')
    expect(asked()).toBe(1)
  })

  test('what the widget throws reaches anyone who opens it', () => {
    const { clock, window, widget, foreign } = page()
    widget.start()
    foreign.load()
    clock.pass(100)
    window.ssq = {
      push: () => {
        throw new Error('broken')
      },
    }
    expect(() => widget.open()).toThrow('broken')
  })
})

describe('what support writes', () => {
  test('is passed on with how much of it is unread', () => {
    const { clock, widget, foreign, received, told } = page()
    const seen: number[] = []
    widget.subscribe(() => seen.push(widget.current().unread))
    widget.start()
    foreign.load()
    clock.pass(100)
    foreign.say({ text: 'Hello' })
    foreign.say({ text: 'Are you there?' })
    expect(received).toEqual([{ text: 'Hello' }, { text: 'Are you there?' }])
    expect(widget.current().unread).toBe(2)
    foreign.read()
    expect(widget.current().unread).toBe(0)
    foreign.write({ text: 'I am' })
    expect(told).toEqual(['ready', 'sent'])
    expect(seen.filter((count, at) => count !== seen[at - 1])).toEqual([0, 1, 2, 0])
  })

  test.each([Number.NaN, -3, 'many', undefined])('a count that is none (%s) is none unread', (num) => {
    const { clock, widget, foreign } = page()
    widget.start()
    foreign.load()
    clock.pass(100)
    const [told] = foreign.done.filter(({ name }) => name === 'onUnRead')
    const listener = told?.argument as (unread: unknown) => void
    listener({ num: 2 })
    listener({ num })
    expect(widget.current().unread).toBe(0)
  })
})
