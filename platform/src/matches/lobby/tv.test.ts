import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { type Guest, type Stage, setStage } from '../testing.ts'
import { account, duel, playMatch } from './testing-accounts.ts'
import { keepTv, type TvMatch } from './tv.ts'

const idOf = (number: number) => matchIdSchema.parse(number.toString(16).padStart(32, '0'))
const match = (number: number, ratings = 0): TvMatch => ({ matchId: idOf(number), ratings })

it('the match with the highest ratings is on, of equals the first one, to its end and a moment longer', () => {
  const tv = keepTv()
  expect(tv.choose([], 0)).toBeNull()
  expect(tv.choose([match(3, 1_500), match(2, 3_000), match(1, 3_000)], 1_000)).toBe(idOf(1))
  // A better one begins.
  expect(tv.choose([match(4, 9_000), match(1, 3_000)], 2_000)).toBe(idOf(1))
  expect(tv.choose([match(4, 9_000)], 5_999)).toBe(idOf(1))
  expect(tv.choose([match(4, 9_000), match(5, 9_500)], 6_000)).toBe(idOf(5))
  expect(tv.choose([], 9_999)).toBe(idOf(5))
  expect(tv.choose([], 10_000)).toBeNull()
})

it('a match that its new owner tells of in time stays on, also where another node decides from now on', () => {
  const [one, other] = [keepTv(), keepTv()]
  one.choose([match(1)], 0)
  other.hear(idOf(1), 1_000)
  expect(other.on()).toBe(idOf(1))
  expect(other.choose([match(2, 9_000)], 4_000)).toBe(idOf(1))
  expect(other.choose([match(2, 9_000), match(1)], 4_500)).toBe(idOf(1))
  expect(other.choose([match(2, 9_000)], 8_400)).toBe(idOf(1))
  expect(other.choose([match(2, 9_000)], 8_500)).toBe(idOf(2))
})

const clues = { gameId: 'mines-clues', stake: '100', asset: 'coin' } as const

describeDatabase('TV', (open) => {
  it('is a public match at a table with clues for coins, and another or none once that is over or stopped', async () => {
    const stage = await setStage(await open())
    const on = async (of: Stage = stage) => {
      await of.pass(1_000)
      const [last] = of.published
        .flatMap(({ name, payload }) => (name === 'lobby.tv' ? [payload] : []))
        .slice(-1)
      return last
    }
    const people = (count: number): Promise<Guest[]> =>
      Promise.all(Array.from({ length: count }, () => account(stage, 500n)))
    const begin = async (
      queue: typeof clues | typeof duel,
      name: 'lobby.find' | 'lobby.host',
      count: number,
    ) => {
      const guests = await people(count)
      const { data } = await stage.bus.request(name, { ...queue, playerId: guests[0]?.id ?? '' })
      const matchId = matchIdSchema.parse(data?.matchId)
      await playMatch(stage, matchId, guests)
      return { matchId, guests }
    }
    await (await stage.guest()).play()
    await begin(duel, 'lobby.find', 2)
    await begin(clues, 'lobby.host', 4)
    expect(await on()).toEqual({ matchId: null })
    const first = await begin(clues, 'lobby.find', 4)
    expect(await on()).toEqual({ matchId: first.matchId })
    const second = await begin(clues, 'lobby.find', 4)
    expect(await on()).toEqual({ matchId: first.matchId })
    for (const guest of first.guests.slice(1)) await guest.leave(first.matchId)
    await stage.host.idle()
    expect(await on()).toEqual({ matchId: first.matchId })
    await stage.pass(3_000)
    expect(await on()).toEqual({ matchId: second.matchId })
    const stopped = stage.host.world.matches.get(second.matchId)
    if (!stopped) throw new Error('the match is not here')
    stopped.quarantined = true
    await stage.pass(3_000)
    expect(await on()).toEqual({ matchId: null })
  })
})
