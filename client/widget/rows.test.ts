import { describe, expect, test } from 'vitest'
import type { Outgoing } from './line.ts'
import { timesIn } from './message.ts'
import { type MessageRow, type Row, rowsOf } from './rows.ts'
import { messageOf } from './testing.ts'

const minute = 60_000
const day = 24 * 60 * minute
const said = (rows: readonly Row[]) => rows.filter((row): row is MessageRow => row.kind === 'said')
const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind)

const waiting = (change: Partial<Outgoing> = {}): Outgoing => ({
  messageId: 'ffffffff-0000-4000-8000-000000000000',
  text: 'waiting',
  pictureId: null,
  at: messageOf(3).at + minute,
  problem: null,
  ...change,
})

describe('the rows of the log', () => {
  test('begin each day with its name, and end with what waits', () => {
    const messages = [messageOf(1), { ...messageOf(2, 'staff'), at: messageOf(1).at + 2 * day }]
    const rows = rowsOf(messages, [waiting({ at: messageOf(1).at + 2 * day })], 0)
    expect(kinds(rows)).toEqual(['day', 'said', 'day', 'said', 'said'])
    expect(said(rows).map(({ text }) => text)).toEqual(['message 1', 'message 2', 'waiting'])
  })

  test('a clock that goes wrong begins no day twice', () => {
    const messages = [messageOf(1), messageOf(2, 'staff')]
    const rows = rowsOf(messages, [waiting({ at: messageOf(1).at - 3 * day })], 0)
    expect(kinds(rows)).toEqual(['day', 'said', 'said', 'said'])
  })

  test('put together what the same one says within five minutes', () => {
    const messages = [
      messageOf(1),
      messageOf(2),
      messageOf(3, 'staff'),
      { ...messageOf(4, 'staff'), name: 'Ken' },
      { ...messageOf(5, 'staff'), name: 'Ken', at: messageOf(4).at + 5 * minute },
    ]
    expect(said(rowsOf(messages, [], 0)).map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
    ])
  })

  test('a line by no one stands between', () => {
    const rows = rowsOf([messageOf(1), messageOf(2, 'system'), messageOf(3)], [], 0)
    expect(kinds(rows)).toEqual(['day', 'said', 'told', 'said'])
    expect(said(rows).map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('tell how far the newest of the player has come, and of no other', () => {
    const marks = (staffRead: number, outbox: Outgoing[] = []) =>
      said(rowsOf([messageOf(1), messageOf(2), messageOf(3)], outbox, staffRead)).map(({ mark }) => mark)
    expect(marks(2)).toEqual([null, null, 'sent'])
    expect(marks(3)).toEqual([null, null, 'read'])
    expect(marks(0, [waiting()])).toEqual([null, null, 'sent', 'sending'])
    expect(marks(0, [waiting({ problem: 'Too fast' })])).toEqual([null, null, 'sent', 'failed'])
    expect(said(rowsOf([messageOf(1), messageOf(2, 'staff')], [], 0)).map(({ mark }) => mark)).toEqual([
      null,
      null,
    ])
  })

  test('what was taken is shown once, in the same place as before', () => {
    const { messageId } = messageOf(3)
    const before = rowsOf([messageOf(1), messageOf(2)], [waiting({ messageId })], 0)
    const after = rowsOf([messageOf(1), messageOf(2), messageOf(3)], [waiting({ messageId })], 0)
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(said(after).map(({ mark }) => mark)).toEqual([null, null, 'sent'])
  })
})

describe('days and times', () => {
  const noon = new Date(2026, 2, 10, 12).getTime()
  test.each([
    ['en-US', 'today', 'yesterday', 'Sunday, March 8', 'December 31, 2025'],
    ['ja-JP', '今日', '昨日', '3月8日日曜日', '2025年12月31日'],
    ['pt-BR', 'hoje', 'ontem', 'domingo, 8 de março', '31 de dezembro de 2025'],
  ])('are said in %s', (language, today, yesterday, sunday, lastYear) => {
    const { day: name, time } = timesIn(language)
    const midnight = new Date(2026, 2, 10).getTime()
    expect([name(noon, noon), name(midnight, noon)]).toEqual([today, today])
    expect([name(midnight - 1, noon), name(noon - day, noon)]).toEqual([yesterday, yesterday])
    expect(name(noon - 2 * day, noon)).toBe(sunday)
    expect(name(new Date(2025, 11, 31).getTime(), noon)).toBe(lastYear)
    expect(time(noon)).toContain('12')
  })
})
