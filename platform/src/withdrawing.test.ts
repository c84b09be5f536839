import { bodyCode, ok } from '@minefall/shared/contracts'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { expect, it } from 'vitest'
import { withdrawing } from './withdrawing.ts'

it('a node that withdraws is asked nothing that others may answer, and all that is for it alone', async () => {
  const shared = inProcessBus({ log: silentLogger() })
  const { bus, withdraw } = withdrawing(shared)
  const stopped = async () => ok({ matchIds: [] })
  bus.respond('match.stopped', stopped)
  bus.respond('match.stopped', stopped, { at: 'here' })
  const ask = async (at?: string) => (await shared.request('match.stopped', {}, at ? { at } : {})).code
  expect([await ask(), await ask('here')]).toEqual([bodyCode.ok, bodyCode.ok])
  withdraw()
  expect([await ask(), await ask('here')]).toEqual([bodyCode.unavailable, bodyCode.ok])
  shared.respond('match.stopped', stopped)
  expect(await ask()).toBe(bodyCode.ok)
})
