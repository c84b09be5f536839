import { describe, expect, it, vi } from 'vitest'
import { createToasts } from './toasts.ts'

describe('toasts', () => {
  it('keeps the newest three', () => {
    const toasts = createToasts()
    for (const title of ['one', 'two', 'three', 'four']) toasts.show({ title: () => title })
    expect(toasts.current().map(({ title }) => title())).toEqual(['two', 'three', 'four'])
  })

  it('replaces a note of the same id', () => {
    const toasts = createToasts()
    toasts.show({ id: 'coins', title: () => 'old' })
    toasts.show({ id: 'coins', title: () => 'new', tone: 'bad' })
    expect(toasts.current().map(({ title, ...rest }) => [title(), rest])).toMatchObject([
      ['new', { id: 'coins', tone: 'bad' }],
    ])
  })

  it('gives a note with an action more time', () => {
    const toasts = createToasts()
    toasts.show({ title: () => 'plain' })
    toasts.show({ title: () => 'act', action: { label: () => 'Go', run: () => undefined } })
    expect(toasts.current().map(({ stayMs }) => stayMs)).toEqual([5_000, 8_000])
  })

  it('tells its listeners of every change, and of nothing else', () => {
    const toasts = createToasts()
    const heard = vi.fn()
    const stop = toasts.subscribe(heard)
    const id = toasts.show({ title: () => 'one' })
    toasts.close('unknown')
    toasts.close(id)
    stop()
    toasts.show({ title: () => 'two' })
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
