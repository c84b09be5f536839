import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { expect, it } from 'vitest'
import { withdrawing } from './withdrawing.ts'

it('a node that withdraws is asked nothing that others may answer, and all that is for it alone, until it is back', async () => {
  const shared = inProcessBus({ log: silentLogger() })
  const { bus, answer } = withdrawing(shared)
  const stopped = async () => ok({ matchIds: [] })
  bus.respond('match.stopped', stopped)
  bus.respond('match.stopped', stopped, { at: 'here' })
  const ask = async (at?: string) => (await shared.request('match.stopped', {}, at ? { at } : {})).code
  expect([await ask(), await ask('here')]).toEqual([bodyCode.ok, bodyCode.ok])
  answer(false)
  const late = bus.respond('lobby.digest', async () => refuse(bodyCode.wrongCode, 'late'))
  expect([await ask(), await ask('here')]).toEqual([bodyCode.unavailable, bodyCode.ok])
  const another = shared.respond('match.stopped', stopped)
  expect(await ask()).toBe(bodyCode.ok)
  another()
  expect((await shared.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
  answer(true)
  expect([await ask(), (await shared.request('lobby.digest', {})).code]).toEqual([
    bodyCode.ok,
    bodyCode.wrongCode,
  ])
  late()
  answer(true)
  expect((await shared.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
})
