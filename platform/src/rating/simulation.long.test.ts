import { seededRandom } from '@minefall/shared/testing'
import { expect, test, vi } from 'vitest'
import { isProvisional, type Rating } from './rate.ts'
import { type Account, playSeason, rankCorrelation } from './testing-simulation.ts'

vi.setConfig({ testTimeout: 600_000 })

const seeds = [1, 2, 3]
const people = 200
const season = (random: () => number, matches: number): Account[] => {
  const accounts = Array.from(
    { length: people },
    (_, nth): Account => ({
      strength: nth / (people - 1),
      rating: null,
    }),
  )
  playSeason(accounts, { matches, random })
  return accounts
}
const ratingOf = ({ rating }: Account): Rating => rating ?? expect.fail('an account was not rated')
const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

test.each(seeds)(
  '200 accounts stand in the order of their strength after 60 matches each (seed %i)',
  (seed) => {
    const accounts = season(seededRandom(seed), 60)
    const ratings = accounts.map(ratingOf)
    const mus = ratings.map(({ mu }) => mu)
    const correlation = rankCorrelation(
      mus,
      accounts.map(({ strength }) => strength),
    )
    const provisional = ratings.filter((rating) => isProvisional(rating, rating.ratedAt)).length
    console.log(
      `seed ${seed}: rank correlation ${correlation.toFixed(3)}, μ ${Math.min(...mus).toFixed(0)} to ${Math.max(...mus).toFixed(0)}, ` +
        `mean σ ${mean(ratings.map(({ sigma }) => sigma)).toFixed(0)}, provisional ${provisional}`,
    )
    expect(correlation).toBeGreaterThanOrEqual(0.85)
    // Of the very strongest and weakest each match tells little.
    expect(provisional).toBeLessThanOrEqual(people / 20)
  },
)

test('a farm of ten accounts that play among themselves gains nothing in all, and no one of it meets more than nine', () => {
  const random = seededRandom(4)
  const farm = Array.from({ length: 10 }, (): Account => ({ strength: 0, rating: null }))
  const [feed] = farm
  if (!feed) throw new Error('no farm')
  feed.strength = 1
  playSeason(farm, { matches: 100, random, feed })
  const mus = farm.map(({ rating }) => rating?.mu ?? Number.NaN)
  console.log(`farm of ten: mean μ ${mean(mus).toFixed(1)}, the fed one ${feed.rating?.mu.toFixed(0)}`)
  // What one gains the others lose, but for how sure each rating was.
  expect(Math.abs(mean(mus) - 1_500)).toBeLessThan(50)
})
