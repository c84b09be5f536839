import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CommandName } from './commands.ts'
import { type CommandHandlers, listeners, takeOver } from './queue.ts'

afterEach(() => vi.restoreAllMocks())

const recording = () => {
  const done: unknown[][] = []
  const note = (name: CommandName) => (argument: unknown) => {
    done.push(argument === undefined ? [name] : [name, argument])
  }
  const handlers: CommandHandlers = {
    setLoginInfo: note('setLoginInfo'),
    clearUser: note('clearUser'),
    chatOpen: note('chatOpen'),
    chatClose: note('chatClose'),
    showIcon: note('showIcon'),
    hideIcon: note('hideIcon'),
    onUnRead: note('onUnRead'),
    onSendMessage: note('onSendMessage'),
    onReceiveMessage: note('onReceiveMessage'),
    onOpenChat: note('onOpenChat'),
    onCloseChat: note('onCloseChat'),
  }
  return { done, handlers }
}
const push = (page: { ssq?: unknown }, ...told: unknown[]) => {
  const { ssq } = page
  if (typeof ssq !== 'object' || ssq === null || !('push' in ssq) || typeof ssq.push !== 'function')
    throw new Error('there is no queue')
  ssq.push(...told)
}

describe('the command queue', () => {
  test('does what was asked before first, in order, each name with its own argument', () => {
    const { done, handlers } = recording()
    const info = { user_id: 'a hash' }
    const listener = () => {}
    const page: { ssq?: unknown } = { ssq: [] }
    push(page, 'setLoginInfo', info)
    push(page, 'onUnRead', listener)
    for (const name of ['hideIcon', 'chatOpen', 'unheardOf', 'clearUser']) push(page, name)
    takeOver(page, handlers)
    expect(Array.isArray(page.ssq)).toBe(false)
    push(page, 'onOpenChat', listener)
    push(page, 'chatClose')
    expect(done).toEqual([
      ['setLoginInfo', info],
      ['onUnRead', listener],
      ['hideIcon'],
      ['chatOpen'],
      ['clearUser'],
      ['onOpenChat', listener],
      ['chatClose'],
    ])
  })

  test('begins where there was none, and goes on behind a command that fails', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { done, handlers } = recording()
    const page: { ssq?: unknown } = {}
    const broken = new Error('broken')
    takeOver(page, {
      ...handlers,
      chatOpen: () => {
        throw broken
      },
    })
    push(page, 'chatOpen')
    push(page, 'hideIcon')
    expect(done).toEqual([['hideIcon']])
    expect(log).toHaveBeenCalledWith('the support widget could not do chatOpen', broken)
  })
})

describe('listeners', () => {
  test('all hear, one that fails keeps none from it, and what is no function is nothing', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const heard: number[] = []
    const all = listeners<number>()
    all.add(() => {
      throw new Error('broken')
    })
    all.add('no function')
    all.add((told: number) => heard.push(told))
    all.tell(3)
    expect(heard).toEqual([3])
    expect(log).toHaveBeenCalledTimes(1)
  })
})
