import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { inProcessBus, ownerDirectory, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { askStopped } from './match-row.ts'

const idOf = (number: number): MatchId => matchIdSchema.parse(number.toString(16).padStart(32, '0'))

it('stopped matches are asked for at every node that is there', async () => {
  const clock = manualClock(1_000)
  const bus = inProcessBus({ log: silentLogger(), clock })
  const owners = ownerDirectory({ bus, clock })
  const startNode = (node: string, ...matchIds: MatchId[]) => {
    const answer = async () => ({ code: 200, msg: '', data: { matchIds } }) as const
    bus.respond('match.stopped', answer, { at: node })
    const beat = { node, at: 0, reads: 1, writes: 1, draining: false, storage: true, shards: [] }
    bus.publish('node.beat', node, beat)
  }
  expect(await askStopped({ bus, owners })).toEqual(new Set())
  startNode('gone', idOf(9))
  await clock.advance(1_000)
  startNode('a', idOf(1), idOf(2))
  startNode('b', idOf(3))
  // One that tells of itself and answers nothing holds no one up for long.
  bus.publish('node.beat', 'c', {
    node: 'c',
    at: 0,
    reads: 1,
    writes: 1,
    draining: false,
    storage: true,
    shards: [],
  })
  await clock.advance(0)
  expect(await askStopped({ bus, owners })).toEqual(new Set([1, 2, 3].map(idOf)))
})
