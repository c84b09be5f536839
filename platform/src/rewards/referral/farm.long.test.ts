import { seededRandom } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { day } from '../testing.ts'
import { type ModelClub, modelClub } from './model-club.ts'
import { type Club, openClub } from './testing-club.ts'

const farmers = 40
const matches = 250
const monthlyMost = 3
const pairCoinsMost = 300n

/** A club and what it should come to. People go by number; the lower number has the lower id, as pairs are kept. */
type Farm = { club: Club; model: ModelClub; ids: string[] }

const idOf = ({ ids }: Farm, who: number): string => ids[who] ?? expect.fail(`no one is ${who}`)

/** Everything of the invitations, pairs and flags among the farm, from the database and from the model. */
const compare = async (db: Database, farm: Farm, today: string): Promise<void> => {
  const { club, model, ids } = farm
  for (const [who, wanted] of model.invitations)
    expect([who, await club.invitation(idOf(farm, who))]).toMatchObject([who, wanted])
  for (const [who, id] of ids.entries())
    expect([who, await club.bonus(id)]).toEqual([who, model.bonusOf(who).toString()])
  const pairs = await db.query(
    'select low, high, matches, moved from pair_day where day = $1 and low = any($2) and high = any($2)',
    [today, ids],
  )
  for (const row of pairs.rows) {
    const { low, high, ...of } = pairSchema.parse(row)
    expect(of).toEqual(model.met(ids.indexOf(low), ids.indexOf(high), today))
  }
  const flags = await db.query(
    `select player_ids, detail ->> 'day' as day from abuse_flag where player_ids <@ $1`,
    [ids],
  )
  const told = flagSchema
    .array()
    .parse(flags.rows)
    .map(({ player_ids, day }) => [...player_ids.map((id) => ids.indexOf(id)), day].join(' '))
  expect(told.sort()).toEqual([...model.flagged].sort())
}
const pairSchema = z.object({ low: z.string(), high: z.string(), matches: z.int(), moved: z.bigint() })
const flagSchema = z.object({ player_ids: z.array(z.string()), day: z.string() })

/** Plays a season of a farm with drawn invitations, devices, payout accounts and matches, held against the model throughout. */
const playFarm = async (db: Database, seed: number): Promise<ModelClub> => {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const club = await openClub(db, { pairCoinsMost })
  const model = modelClub({ monthlyMost, pairCoinsMost })
  // Farms differ in what they have too few of, and in whether all came by a few or each by the one before.
  const [oftenDevice, oftenPayout] = [seed % 3 === 0 ? 0.2 : 0.02, seed % 3 === 1 ? 0.2 : 0.02]
  const farm: Farm = { club, model, ids: (await club.people(farmers)).sort() }
  await db.query('update referral_rule set monthly_most = $1', [monthlyMost])
  for (const who of farm.ids.keys()) {
    const inviter = who > 0 && random() < 0.7 ? (seed % 2 === 0 ? below(Math.min(who, 6)) : who - 1) : null
    const barred = random() < 0.05
    model.join({ inviter, devices: new Set(), payouts: new Set(), barred })
    if (inviter !== null)
      await db.query('insert into referral (invited_id, inviter_id, joined_at) values ($1, $2, $3)', [
        idOf(farm, who),
        idOf(farm, inviter),
        new Date(club.clock.now()),
      ])
    if (barred)
      await db.query(`update login_account set adult_at = now(), residence = 'FR' where player_id = $1`, [
        idOf(farm, who),
      ])
  }
  for (let nth = 1; nth <= matches; nth++) {
    const today = new Date(club.clock.now()).toISOString().slice(0, 10)
    const who = below(farmers)
    if (random() < oftenDevice) {
      const device = below(farmers)
      model.person(who).devices.add(device)
      await club.shareDevice([idOf(farm, who)], `${seed} device ${device}`)
    }
    if (random() < oftenPayout) {
      const payout = below(farmers)
      model.person(who).payouts.add(payout)
      await club.sharePayout([idOf(farm, who)], `${seed} payout ${payout}`)
    }
    // Some keep to a few others, as farms do.
    const near = random() < 0.5 ? 6 : farmers
    const players = [...new Set(Array.from({ length: 2 + below(3) }, () => (who + below(near)) % farmers))]
    if (players.length < 2) continue
    const match = {
      players,
      asset: random() < 0.8 ? 'coin' : 'promo',
      stake: 100n,
      isPrivate: random() < 0.1,
    } as const
    await club.end({ ...match, players: players.map((player) => idOf(farm, player)) })
    await club.count()
    model.count({ ...match, day: today })
    if (nth % 50 === 0) await compare(db, farm, today)
    if (random() < 0.05) await club.clock.advance(day)
  }
  return model
}

describeDatabase('any farm of invited accounts', (open) => {
  it('earns what the rules give it, match by match, and is flagged where it moves coins', async () => {
    const db = await open()
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= 6; seed++) {
      const model = await playFarm(db, seed)
      for (const { status, reason, discounted } of model.invitations.values()) {
        outcomes.add(reason ?? status)
        if (discounted > 0) outcomes.add('discounted')
      }
      // Where the season left no one undecided there is none.
      outcomes.delete('playing')
      if (model.flagged.size > 0) outcomes.add('flagged')
    }
    expect([...outcomes].sort()).toEqual([
      'barred',
      'discounted',
      'earned',
      'flagged',
      'monthly-most',
      'same-device',
      'same-payout',
    ])
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })
})
