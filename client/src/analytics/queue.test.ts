import { type AnalyticsBatch, anonymousBytesMax } from '@minefall/shared/analytics'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import { createBackup } from './backup.ts'
import { createQueue, retryDelay, type SendResult } from './queue.ts'
import { eventNo, numbersOf, sharedStorage } from './testing.ts'

/** A browser whose tabs send to one server, which answers as instructed. */
const browser = () => {
  const clock = manualClock()
  const storage = sharedStorage()
  const sent: number[][] = []
  const beacons: number[][] = []
  const logged: string[] = []
  let answer: SendResult = 'taken'
  let held: (() => void)[] | null = null
  let locked = false
  const send = async ({ events }: AnalyticsBatch): Promise<SendResult> => {
    sent.push(numbersOf(events))
    const given = answer
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    return given
  }
  const tab = () =>
    createQueue({
      now: clock.now,
      after: clock.after,
      random: () => 0.5,
      send,
      beacon: ({ events }) => void beacons.push(numbersOf(events)),
      backup: createBackup(storage.tab()),
      alone: async (work) => {
        if (locked) return false
        locked = true
        await work()
        locked = false
        return true
      },
      log: (message) => void logged.push(message),
    })
  const waiting = () => numbersOf(createBackup(storage.tab()).head(2_000))
  return {
    clock,
    storage,
    sent,
    beacons,
    logged,
    tab,
    waiting,
    answer: (next: SendResult) => {
      answer = next
    },
    /** From now on nothing is answered until it is let go. */
    hold: () => {
      held = []
    },
    letGo: async () => {
      const resolvers = held ?? []
      held = null
      for (const resolve of resolvers) resolve()
      await clock.advance(0)
    },
  }
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('events are sent', () => {
  test('ten at a time, as the tenth is there', async () => {
    const { tab, sent, clock } = browser()
    const queue = tab()
    for (const nth of range(1, 9)) queue.record(eventNo(nth))
    expect(sent).toEqual([])
    queue.record(eventNo(10))
    expect(sent).toEqual([range(1, 10)])
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
  })

  test('five seconds after the first of them, and a page on which nothing happens has no timer', async () => {
    const { tab, sent, clock } = browser()
    const queue = tab()
    expect(clock.pending()).toBe(0)
    queue.record(eventNo(1))
    await clock.advance(4_000)
    queue.record(eventNo(2))
    await clock.advance(999)
    expect(sent).toEqual([])
    await clock.advance(1)
    expect(sent).toEqual([[1, 2]])
    expect(clock.pending()).toBe(0)
  })

  test('at once when the page is hidden', async () => {
    const { tab, sent } = browser()
    const queue = tab()
    queue.flush()
    queue.record(eventNo(1))
    queue.flush()
    expect(sent).toEqual([[1]])
  })

  test('and kept until they have arrived when the page is hidden, which may be its end', async () => {
    const { tab, sent, waiting, hold, letGo, clock } = browser()
    const queue = tab()
    hold()
    queue.record(eventNo(1))
    queue.flush()
    queue.record(eventNo(2))
    queue.flush()
    expect(waiting()).toEqual([1, 2])
    await letGo()
    await clock.advance(5_000)
    expect(sent).toEqual([[1], [2]])
    expect(waiting()).toEqual([])
  })

  test('one batch after another: what comes in the meantime waits for its own', async () => {
    const { tab, sent, clock, hold, letGo } = browser()
    const queue = tab()
    hold()
    for (const nth of range(1, 10)) queue.record(eventNo(nth))
    for (const nth of range(11, 25)) queue.record(eventNo(nth))
    await clock.advance(20_000)
    expect(sent).toEqual([range(1, 10)])
    await letGo()
    expect(sent).toEqual([range(1, 10), range(11, 25)])
  })
})

describe('what could not be sent', () => {
  test('waits in the backup, is logged, and is tried again ever more slowly, with what came in the meantime', async () => {
    const { tab, sent, clock, answer, waiting, logged } = browser()
    const queue = tab()
    answer('failed')
    queue.record(eventNo(1))
    await clock.advance(5_000)
    expect(waiting()).toEqual([1])
    expect(logged).toHaveLength(1)
    // Nothing is sent past those that wait.
    queue.record(eventNo(2))
    await clock.advance(4_999)
    expect(sent).toHaveLength(1)
    await clock.advance(1)
    expect(sent).toEqual([[1], [1]])
    await clock.advance(9_999)
    expect(waiting()).toEqual([1, 2])
    expect(sent).toHaveLength(2)
    answer('taken')
    await clock.advance(1)
    expect(sent).toEqual([[1], [1], [1, 2]])
    expect(waiting()).toEqual([])
    queue.record(eventNo(3))
    await clock.advance(5_000)
    expect(sent.at(-1)).toEqual([3])
    expect(clock.pending()).toBe(0)
  })

  test('is tried at once when there is a chance again', async () => {
    const { tab, sent, clock, answer, waiting } = browser()
    const queue = tab()
    answer('failed')
    queue.record(eventNo(1))
    await clock.advance(5_000)
    answer('taken')
    queue.retry()
    await clock.advance(0)
    expect(sent).toEqual([[1], [1]])
    expect(waiting()).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('goes a hundred at a time', async () => {
    const { tab, sent, storage, clock } = browser()
    createBackup(storage.tab()).add(range(1, 250).map(eventNo))
    tab().retry()
    await clock.advance(0)
    expect(sent).toEqual([range(1, 100), range(101, 200), range(201, 250)])
  })

  test('splits large events into calls that are small enough for a guest', async () => {
    const { tab, sent, storage, clock } = browser()
    const large = range(1, 60).map((nth) => ({ ...eventNo(nth), referrer: `https://${'ä'.repeat(900)}` }))
    createBackup(storage.tab()).add(large)
    tab().retry()
    await clock.advance(0)
    expect(sent.flat()).toEqual(range(1, 60))
    const [most = 0] = sent.map(({ length }) => length)
    const bytes = (count: number) => new TextEncoder().encode(JSON.stringify(large.slice(0, count))).length
    expect(bytes(most)).toBeLessThan(anonymousBytesMax)
    expect(bytes(most + 1)).toBeGreaterThan(anonymousBytesMax - 400)
  })

  test('waits as long as the server says, then sends at once', async () => {
    const { tab, sent, clock, answer, waiting } = browser()
    const queue = tab()
    answer({ tooManyForMs: 1_800_000 })
    queue.record(eventNo(1))
    await clock.advance(5_000)
    queue.record(eventNo(2))
    queue.retry()
    await clock.advance(1_800_000)
    queue.retry()
    expect(sent).toEqual([[1]])
    expect(waiting()).toEqual([1, 2])
    answer('taken')
    await clock.advance(5_000)
    expect(sent).toEqual([[1], [1, 2]])
    expect(clock.pending()).toBe(0)
  })

  test('is dropped where the server refuses it permanently, and the rest goes on', async () => {
    const { tab, sent, clock, answer, waiting, logged } = browser()
    const queue = tab()
    answer('refused')
    queue.record(eventNo(1))
    await clock.advance(5_000)
    expect(waiting()).toEqual([])
    expect(logged).toHaveLength(1)
    queue.record(eventNo(2))
    await clock.advance(5_000)
    expect(sent).toEqual([[1], [2]])
  })

  test('is sent by one tab alone, while another looks again later', async () => {
    const { tab, sent, storage, clock, hold, letGo, waiting } = browser()
    createBackup(storage.tab()).add([eventNo(1), eventNo(2)])
    const [one, other] = [tab(), tab()]
    hold()
    one.retry()
    other.retry()
    one.retry()
    await clock.advance(60_000)
    expect(sent).toEqual([[1, 2]])
    await letGo()
    await clock.advance(60_000)
    expect(sent).toEqual([[1, 2]])
    expect(waiting()).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('of one tab is not lost to what another delivers at the same time', async () => {
    const { tab, storage, clock, hold, letGo, answer, waiting } = browser()
    createBackup(storage.tab()).add([eventNo(1)])
    const [one, other] = [tab(), tab()]
    hold()
    one.retry()
    answer('failed')
    other.record(eventNo(2))
    other.flush()
    await letGo()
    expect(waiting()).toEqual([2])
    answer('taken')
    await clock.advance(5_000)
    expect(waiting()).toEqual([])
  })
})

describe('a page that goes', () => {
  test('hands what it has to a beacon, and keeps it until it is known to be received', async () => {
    const { tab, beacons, sent, waiting, clock } = browser()
    const queue = tab()
    queue.leave()
    expect(beacons).toEqual([])
    queue.record(eventNo(1))
    queue.record(eventNo(2))
    queue.leave()
    expect(beacons).toEqual([[1, 2]])
    expect(waiting()).toEqual([1, 2])
    expect(clock.pending()).toBe(0)
    // The next page of this browser.
    tab().retry()
    await clock.advance(0)
    expect(sent).toEqual([[1, 2]])
    expect(waiting()).toEqual([])
  })

  test('hands over what is under way too, and forgets it when that arrived', async () => {
    const { tab, beacons, waiting, hold, letGo } = browser()
    const queue = tab()
    hold()
    queue.record(eventNo(1))
    queue.flush()
    queue.record(eventNo(2))
    queue.leave()
    expect(beacons).toEqual([[1, 2]])
    await letGo()
    expect(waiting()).toEqual([2])
  })
})

test('all is forgotten when usage is no longer counted, what is under way included', async () => {
  const { tab, sent, storage, clock, answer, hold, letGo, waiting } = browser()
  createBackup(storage.tab()).add([eventNo(1)])
  const queue = tab()
  answer('failed')
  hold()
  queue.record(eventNo(2))
  queue.flush()
  queue.record(eventNo(3))
  queue.clear()
  await letGo()
  await clock.advance(600_000)
  expect(sent).toEqual([[2]])
  expect(waiting()).toEqual([])
})

test('what was under way stays forgotten when usage is counted again before it failed', async () => {
  const { tab, sent, answer, hold, letGo, waiting, clock } = browser()
  const queue = tab()
  answer('failed')
  hold()
  queue.record(eventNo(1))
  queue.flush()
  queue.clear()
  answer('taken')
  queue.record(eventNo(2))
  queue.flush()
  await letGo()
  await clock.advance(600_000)
  expect(sent).toEqual([[1], [2]])
  expect(waiting()).toEqual([])
})

test('without storage everything is sent all the same', async () => {
  const { tab, sent, storage, clock, answer } = browser()
  storage.fill()
  const queue = tab()
  answer('failed')
  queue.record(eventNo(1))
  await clock.advance(5_000)
  answer('taken')
  await clock.advance(5_000)
  expect(sent).toEqual([[1], [1]])
  await clock.advance(600_000)
  expect(sent).toHaveLength(2)
})

test('waiting doubles from 5 s to 5 min, give or take a quarter', () => {
  expect([1, 2, 3, 7, 50].map((failures) => retryDelay(failures, 0.5))).toEqual([
    5_000, 10_000, 20_000, 300_000, 300_000,
  ])
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([3_750, 6_250])
})
