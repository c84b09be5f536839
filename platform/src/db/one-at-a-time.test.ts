import pg from 'pg'
import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

const open = () => {
  let lost: Error | undefined
  const lines = oneAtATime({ client: new pg.Client() }, () => lost)
  const order: string[] = []
  /** Takes the session, and gives it back a few turns of the event loop later. */
  const work = async (line: keyof typeof lines, name: string) => {
    const session = await lines[line]()
    order.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    session.release(false)
  }
  return { lines, order, work, lose: (error: Error) => (lost = error) }
}

it('lets a move wait for one of the others at most, and the others for one move', async () => {
  const { order, work } = open()
  await Promise.all([
    ...['a', 'b', 'c', 'd'].map((name) => work('others', name)),
    ...['1', '2'].map((name) => work('journal', name)),
  ])
  expect(order).toEqual(['a', '1', 'b', '2', 'c', 'd'])
  await Promise.all([...['3', '4', '5'].map((name) => work('journal', name)), work('others', 'e')])
  expect(order.slice(6)).toEqual(['3', 'e', '4', '5'])
})

it('gives the session to one at a time', async () => {
  const { lines } = open()
  const first = await lines.others()
  let taken = false
  const second = lines.journal().then((session) => {
    taken = true
    return session
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken).toBe(false)
  first.release(false)
  ;(await second).release(false)
  expect(taken).toBe(true)
})

it('tells all who wait that the database is lost', async () => {
  const { lines, lose } = open()
  const first = await lines.others()
  const waiting = [lines.journal(), lines.others(), lines.others()]
  lose(new Error('the database is lost'))
  first.release(false)
  for (const session of waiting) await expect(session).rejects.toThrow('the database is lost')
  await expect(lines.others()).rejects.toThrow('the database is lost')
})
