import { describe, expect, test } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { leavingOf, openOf } from './LeaveDialog.tsx'

const at = (until: 'gathering' | 'locking' | 'playing') => playedMatch({ seats: 2, until }).state()

describe('leaving', () => {
  test('gives the stake back before the lock, keeps the seat at it, and costs the stake after it', () => {
    expect(leavingOf(at('gathering'), 0)).toBe('free')
    expect(leavingOf(at('locking'), 0)).toBe('locked')
    expect(leavingOf(at('playing'), 0)).toBe('costly')
  })

  test('gives up nothing of those who are out, of a match that is over, and of those who watch', () => {
    const three = playedMatch({ seats: 3 })
    const out = three.state().turn?.seat ?? 0
    expect(leavingOf(three.open('mine'), out)).toBeNull()
    const over = playedMatch({ seats: 2 }).open('mine')
    expect([leavingOf(over, 0), leavingOf(over, 1), leavingOf(at('gathering'), null)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('the dialog about leaving', () => {
  test('stays for as long as leaving means what it says', () => {
    expect(openOf('costly', 'costly')).toBe('costly')
  })

  test('goes once leaving costs more, or there is nothing to leave: no stake comes back then', () => {
    expect(openOf('locked', 'costly')).toBe('none')
    expect(openOf('costly', null)).toBe('none')
  })

  test('that is another one stays', () => {
    expect(openOf('help', null)).toBe('help')
  })
})
