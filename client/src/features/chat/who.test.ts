import { describe, expect, test } from 'vitest'
import type { LoginInfo } from '../../../widget/commands.ts'
import { safeStorage } from '../../lib/storage.ts'
import { memoryStorage } from '../../lib/testing-storage.ts'
import {
  createReceived,
  createWho,
  type KnownUser,
  loginInfo,
  noteOf,
  readVisitor,
  type Visitor,
  wordsOf,
} from './who.ts'

const mai: KnownUser = { id: '7', name: 'Mai', phone: '+60125550148', email: 'mai@mail.example', level: 3 }
const kenji: KnownUser = { ...mai, id: '8', name: 'Kenji' }
const visitor: Visitor = {
  id: 'c0ffee00-1111-4222-8333-444455556666',
  createdAt: '2026-01-02T03:04:05.000Z',
  visits: 4,
}

describe('who the widget hears of', () => {
  test('an account by a hash, which is neither its id nor anything it signs in with', () => {
    const info = loginInfo(mai, visitor, 'ms-MY')
    expect(info).toEqual({
      user_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      user_name: 'Mai',
      language: 'ms-MY',
      phone: '+60125550148',
      email: 'mai@mail.example',
      description: 'Level 3',
    })
    expect(loginInfo(mai, { ...visitor, id: 'another-browser-of-hers' }, 'en-US').user_id).toBe(info.user_id)
    expect(loginInfo(kenji, visitor, 'ms-MY').user_id).not.toBe(info.user_id)
  })

  test('a guest as an anonymous visitor', () => {
    expect(loginInfo(null, visitor, 'en-US')).toEqual({
      user_id: visitor.id,
      user_name: 'Visitor c0ff',
      language: 'en-US',
      phone: '',
      email: '',
      description: 'Anonymous visitor since 2026-01-02\nVisit 4',
    })
  })

  test('signing in, another language and another name are reported; signing out clears first; nothing is reported twice', () => {
    const told: (string | LoginInfo)[] = []
    let user: KnownUser | null = null
    let language = 'en-US'
    const who = createWho({
      widget: { setLoginInfo: (info) => told.push(info), clearUser: () => told.push('clearUser') },
      user: () => user,
      visitor,
      language: () => language,
    })
    who()
    who()
    expect(told).toEqual([loginInfo(null, visitor, 'en-US')])
    user = mai
    who()
    language = 'pt-BR'
    who()
    user = { ...mai, name: 'Mai T' }
    who()
    expect(told.slice(1)).toEqual([
      loginInfo(mai, visitor, 'en-US'),
      loginInfo(mai, visitor, 'pt-BR'),
      loginInfo(user, visitor, 'pt-BR'),
    ])
    user = kenji
    who()
    user = null
    who()
    expect(told.slice(4)).toEqual([
      'clearUser',
      loginInfo(kenji, visitor, 'pt-BR'),
      'clearUser',
      loginInfo(null, visitor, 'pt-BR'),
    ])
  })
})

describe('the visitor of a browser', () => {
  const draws = () => {
    let drawn = 0
    return {
      drawId: () => {
        drawn += 1
        return `${drawn}`.repeat(32)
      },
      now: () => Date.UTC(2026, 0, 2),
    }
  }
  const stores = () => {
    const local = memoryStorage()
    return { kept: local, local: safeStorage(() => local) }
  }
  /** A tab keeps what it has over its reloads. */
  const tab = () => {
    const own = memoryStorage()
    return safeStorage(() => own)
  }

  test('is drawn once, kept with its time, and counted once for each visit of a tab', () => {
    const { kept, local } = stores()
    const ports = draws()
    const [first, second] = [tab(), tab()]
    const one = readVisitor({ local, tab: first }, ports)
    expect(one).toEqual({ id: '1'.repeat(32), createdAt: '2026-01-02T00:00:00.000Z', visits: 1 })
    expect(kept.getItem('support_visitor_id')).toBe(one.id)
    expect(kept.getItem('support_visitor_created_at')).toBe(one.createdAt)
    expect(kept.getItem('support_visit_count')).toBe('1')
    const later = { ...ports, now: () => Date.UTC(2026, 5, 1) }
    expect(readVisitor({ local, tab: first }, later)).toEqual(one)
    expect(readVisitor({ local, tab: second }, later)).toEqual({ ...one, visits: 2 })
  })

  test.each([
    ['support_visitor_id', '<script>', { visits: 1 }],
    ['support_visitor_created_at', 'yesterday', { visits: 2, createdAt: '2026-01-02T00:00:00.000Z' }],
    ['support_visit_count', 'many', { visits: 1 }],
    ['support_visit_count', '-4', { visits: 1 }],
  ])('what can’t be read of %s (%s) is made again', (key, value, expected) => {
    const { kept, local } = stores()
    const ports = draws()
    readVisitor({ local, tab: tab() }, ports)
    kept.setItem(key, value)
    const read = readVisitor({ local, tab: tab() }, ports)
    expect(read).toMatchObject(expected)
    expect(read.id).toMatch(/^[12]{32}$/)
  })

  test('lives as long as the page where nothing can be kept', () => {
    const closed = safeStorage(() => {
      throw new Error('forbidden')
    })
    expect(readVisitor({ local: closed, tab: closed }, draws()).visits).toBe(1)
  })
})

describe('a message that was received', () => {
  const receive = (isOpen: boolean, isVisible: boolean) => {
    const done: unknown[] = []
    createReceived({
      isOpen: () => isOpen,
      isVisible: () => isVisible,
      tell: (words) => done.push(['told', words]),
      play: () => done.push('played'),
    })({ text: 'Hello' })
    return done
  }

  test('is reported and heard while the chat is closed, heard in a hidden tab, and neither where it is looked at', () => {
    expect(receive(false, true)).toEqual([['told', 'Hello'], 'played'])
    expect(receive(true, false)).toEqual(['played'])
    expect(receive(true, true)).toEqual([])
  })

  test('is reported for five seconds, with the way to it', () => {
    let opened = 0
    const note = noteOf('Hello', { received: () => 'New message', open: () => 'Open' }, () => {
      opened += 1
    })
    expect(note.title()).toBe('New message')
    expect(note.detail?.()).toBe('Hello')
    expect(note.stayMs).toBe(5_000)
    note.action?.run()
    expect(opened).toBe(1)
  })

  test.each([
    [{ text: '  Hello\n' }, 'Hello'],
    [{ msg: 'Hello' }, 'Hello'],
    [{ text: '' }, undefined],
    [{ text: 7 }, undefined],
    ['Hello', undefined],
    [null, undefined],
    [{ text: '😀'.repeat(200) }, `${'😀'.repeat(139)}…`],
  ])('%# says of itself what can be told', (message, words) => {
    expect(wordsOf(message)).toBe(words)
  })
})
