import { seededRandom } from '@minefall/shared/testing'
import { expect, test, vi } from 'vitest'
import type { Rating } from './rate.ts'
import { type Account, isSettled, newAccounts, playSeason, rankCorrelation } from './testing-simulation.ts'

vi.setConfig({ testTimeout: 600_000 })

const seeds = [1, 2, 3]
const people = 200
const crowd = () => newAccounts(Array.from({ length: people }, (_, nth) => nth / (people - 1)))
const ratingOf = ({ rating }: Account): Rating => rating ?? expect.fail('an account was not rated')
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

test.each(seeds)(
  '200 accounts stand in the order of their strength after 60 matches each (seed %i)',
  (seed) => {
    const accounts = crowd()
    const { matches, rated } = playSeason(accounts, { matches: 60, random: seededRandom(seed) })
    const ratings = accounts.map(ratingOf)
    const mus = ratings.map(({ mu }) => mu)
    const correlation = rankCorrelation(
      mus,
      accounts.map(({ strength }) => strength),
    )
    const provisional = accounts.length - accounts.filter(isSettled).length
    console.log(
      `seed ${seed}: rank correlation ${correlation.toFixed(3)}, μ ${Math.min(...mus).toFixed(0)} to ${Math.max(...mus).toFixed(0)}, ` +
        `mean σ ${mean(ratings.map(({ sigma }) => sigma)).toFixed(0)}, provisional ${provisional}, ${((100 * rated) / matches).toFixed(0)} % of ${matches} matches rated`,
    )
    expect(correlation).toBeGreaterThanOrEqual(0.85)
    // Of the very strongest and weakest each match tells little.
    expect(provisional).toBeLessThanOrEqual(people / 10)
  },
)

/** A farm of ten, nine of which let the tenth win, among as many people as play on the whole site. */
const playFarm = (people: number, random: () => number) => {
  const farm = newAccounts(Array.from({ length: 10 }, () => 0.5))
  const [feed] = farm
  if (!feed) throw new Error('no farm')
  const { rated } = playSeason(farm, { matches: 100, random, feed, people })
  const { mu, matches } = ratingOf(feed)
  const all = mean(farm.map(ratingOf).map((rating) => rating.mu))
  console.log(
    `farm of ten where ${people} play: ${rated} matches rated, mean μ ${all.toFixed(1)}, the fed one ${mu.toFixed(0)} after ${matches}`,
  )
  return { farm, feed }
}

test.each([10, 40, 100, 200])(
  'a farm of ten accounts gains no rating that anyone sees where %i people play',
  (all) => {
    const { farm } = playFarm(all, seededRandom(4))
    expect(farm.filter(isSettled)).toEqual([])
  },
)

test('what a farm of a large site gained does not last until its rating is settled', () => {
  const random = seededRandom(4)
  const { farm, feed } = playFarm(people, random)
  expect(ratingOf(feed).matches).toBeLessThanOrEqual(9)
  const others = crowd().slice(farm.length)
  playSeason([...farm, ...others], { matches: 30, random })
  const alike = others.filter(({ strength }) => Math.abs(strength - 0.5) < 0.1).map(ratingOf)
  const honest = mean(alike.map(({ mu }) => mu))
  console.log(
    `after 30 matches with all: ${ratingOf(feed).mu.toFixed(0)}, those who play alike ${honest.toFixed(0)}`,
  )
  const deviation = Math.sqrt(mean(alike.map(({ mu }) => (mu - honest) ** 2)))
  expect(Math.abs(ratingOf(feed).mu - honest)).toBeLessThan(2 * deviation)
})
