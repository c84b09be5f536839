import { expect, it, vi } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { catalogue } from './catalogue.ts'
import { isBeyondLuck, luckOf } from './skill.ts'
import { playAccounts } from './testing-accounts.ts'

/** Of 1,000 accounts with the seeds 1 and 2, and of 100 runs, are the figures in docs/game-rules.md. */
const honestAccounts = Number(process.env.HONEST_ACCOUNTS ?? 200)
const honestSeed = Number(process.env.HONEST_SEED ?? 20_260_103)
const runs = Number(process.env.INSIDER_RUNS ?? 20)
const insiderMatches = Number(process.env.INSIDER_MATCHES ?? 300)
const matches = 300
vi.setConfig({ testTimeout: 7_200_000 })

const table = catalogue.find(({ gameId }) => gameId === 'mines-clues') ?? catalogue[0]
const skills = ['skilled', 'casual'] as const
const honest = (seat: number) => ({ skill: skills[seat % 2] ?? 'casual' })

it(`lists honest accounts no more often than chance says, after ${matches} matches`, () => {
  const random = seededRandom(honestSeed)
  const lucks: number[] = []
  let [beyond, ever] = [0, 0]
  for (let first = 0; first < honestAccounts; first += table.seats) {
    const accounts = Array.from({ length: table.seats }, (_, seat) => honest(seat))
    const listed = new Set<number>()
    playAccounts(table, accounts, { matches, random }, (sums, match) => {
      for (const [nth, own] of sums.entries()) {
        if (isBeyondLuck(own)) listed.add(nth)
        if (match === matches) {
          lucks.push(luckOf(own) ?? 0)
          if (isBeyondLuck(own)) beyond += 1
        }
      }
      return false
    })
    ever += listed.size
  }
  const mean = lucks.reduce((sum, z) => sum + z, 0) / lucks.length
  const deviation = Math.sqrt(lucks.reduce((sum, z) => sum + (z - mean) ** 2, 0) / lucks.length)
  console.log(
    `${lucks.length} honest accounts: mean ${mean.toFixed(3)}, deviation ${deviation.toFixed(3)}, beyond 4 at the end ${beyond}, at some time ${ever}`,
  )
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(lucks.length))
  expect(Math.abs(deviation - 1)).toBeLessThan(4 / Math.sqrt(2 * lucks.length))
  // Two sides of 4 deviations are 1 in 15,800 accounts; of so few accounts more than one at the end is no chance.
  expect(beyond).toBeLessThanOrEqual(1)
})

const within = [25, 50, 100, 150, 200, 300, 600, 1_200, 2_400].filter((most) => most <= insiderMatches)

it.each([1, 0.75, 0.5, 0.25, 0.1])('lists an account that sees %f of the mines among honest ones', (sees) => {
  const listedAt = Array.from({ length: runs }, (_, run) => {
    let at = Number.POSITIVE_INFINITY
    const accounts = [{ sees }, honest(1), honest(0), honest(1)]
    const options = { matches: insiderMatches, random: seededRandom(run + 1) }
    playAccounts(table, accounts, options, ([insider], match) => {
      if (!insider || !isBeyondLuck(insider)) return false
      at = match
      return true
    })
    return at
  })
  const shares = within.map((most) => listedAt.filter((at) => at <= most).length / runs)
  const told = within.map((most, nth) => `${most} ${((shares[nth] ?? 0) * 100).toFixed(0)} %`).join(', ')
  const median = listedAt.toSorted((one, other) => one - other)[Math.floor(runs / 2)]
  console.log(`sees ${sees}: ${told}; median ${median}`)
  if (sees >= 0.5) expect(shares[within.indexOf(200)]).toBeGreaterThanOrEqual(0.95)
})
