import { manualClock } from '@minefall/shared/testing'
import { expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { allowances } from './allowances.ts'
import { liveRates } from './ground.ts'

const start = () => {
  const clock = manualClock()
  const rates = liveRates(readBffSettings({ LIVE_EMOTE_MS: '60000' }), clock.now)
  const kept = allowances(clock, rates)
  /** The player comes, sends an emote and goes; the code of the refusal, if there is one. */
  const visit = (playerId: string) => {
    const allowance = kept.of(playerId)
    const refused = allowance.take('emotes')
    kept.keep(playerId, allowance)
    return refused?.code ?? null
  }
  return { clock, visit }
}

test('what a player has used up stays used up when they come back', async () => {
  const { clock, visit } = start()
  expect(visit('ann')).toBeNull()
  expect(visit('ann')).toBe(1429)
  expect(visit('bea')).toBeNull()
  await clock.advance(59_999)
  expect(visit('ann')).toBe(1429)
  await clock.advance(1)
  expect(visit('ann')).toBeNull()
})

test('of too many players who left the first is forgotten', () => {
  const { visit } = start()
  for (let nth = 0; nth < 10_001; nth++) visit(`player ${nth}`)
  expect(visit('player 1')).toBe(1429)
  expect(visit('player 0')).toBeNull()
})
