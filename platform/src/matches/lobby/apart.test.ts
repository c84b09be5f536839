import { createHash, randomUUID } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import type { BusRequest } from '@minefall/shared/contracts/bus'
import { type Asset, matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { newInvitationCode } from '../../accounts/testing-invitations.ts'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { type Guest, type Stage, setStage } from '../testing.ts'
import { account } from './testing-accounts.ts'

/** Five seats for coins. */
const classic = { gameId: 'mines-classic', stake: '100', asset: 'coin' } as const
const office = '203.0.113.7'

const fromOf = (addressGroup: string, who: Guest): NonNullable<BusRequest<'match.sit'>['from']> => ({
  addressGroup,
  deviceId: createHash('sha256').update(who.id).digest('hex').slice(0, 32),
})

const people = async (stage: Stage, count: number, asset: Asset = 'coin'): Promise<Guest[]> => {
  const all: Guest[] = []
  for (let made = 0; made < count; made += 1) all.push(await account(stage, 1_000n, asset))
  return all
}

const find = (stage: Stage, who: Guest, address: string, queue: typeof classic | object = classic) =>
  stage.bus.request('lobby.find', { ...classic, ...queue, playerId: who.id, from: fromOf(address, who) })

/** Finds a table and sits down there, as a page does: at another one where the seat is refused. */
const sitDown = async (stage: Stage, who: Guest, address: string, queue: object = classic) => {
  for (let tries = 0; tries < 9; tries += 1) {
    const { data } = await find(stage, who, address, queue)
    const matchId = matchIdSchema.parse(data?.matchId)
    const { code } = await who.sit(matchId, undefined, fromOf(address, who))
    if (code === bodyCode.ok) return { matchId, apart: data?.apart ?? false }
    expect([bodyCode.playingApart, bodyCode.tableFull]).toContain(code)
  }
  throw new Error('no table had a seat')
}

const shareDevice = async (db: Database, all: readonly Guest[]) => {
  const hash = Uint8Array.from(createHash('sha256').update(randomUUID()).digest())
  for (const { id } of all) {
    await db.query(
      `insert into login_account (player_id, invitation_code, secured_at, created_at)
       values ($1, $2, now(), now()) on conflict do nothing`,
      [id, newInvitationCode()],
    )
    await db.query(`update login_account set adult_at = now(), residence = 'DE' where player_id = $1`, [id])
    await db.query('insert into known_device (player_id, device_hash, seen_at) values ($1, $2, now())', [
      id,
      hash,
    ])
  }
}

describeDatabase('tied accounts', (open) => {
  it('don’t get seats at the same public table for coins or bonus coins', async () => {
    const stage = await setStage(await open())
    for (const asset of ['coin', 'promo'] as const) {
      const [one, other, stranger] = await people(stage, 3, asset)
      if (!one || !other || !stranger) throw new Error('no one is there')
      await shareDevice(stage.db, [one, other])
      const first = await sitDown(stage, one, '198.51.100.1', { asset })
      // Straight to the table, as by its link.
      expect((await other.sit(first.matchId, undefined, fromOf('198.51.100.2', other))).code).toBe(1312)
      const second = await sitDown(stage, other, '198.51.100.2', { asset })
      expect(second).toEqual({ matchId: expect.not.stringMatching(first.matchId), apart: true })
      const third = await sitDown(stage, stranger, '198.51.100.3', { asset })
      expect(third).toEqual({ matchId: first.matchId, apart: false })
      // When the one has gone, nothing is held against the other.
      await one.leave(first.matchId)
      await other.leave(second.matchId)
      expect((await other.sit(first.matchId)).code).toBe(bodyCode.ok)
    }
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('who sit down at the same time get one seat of two', async () => {
    const stage = await setStage(await open())
    const [one, other] = await people(stage, 2)
    if (!one || !other) throw new Error('no one is there')
    await shareDevice(stage.db, [one, other])
    const { data } = await find(stage, one, '198.51.100.1')
    const matchId = matchIdSchema.parse(data?.matchId)
    const answers = await Promise.all([one, other].map((who) => who.sit(matchId)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 1312]))
  })

  it('may share a private table', async () => {
    const stage = await setStage(await open())
    const [one, other] = await people(stage, 2)
    if (!one || !other) throw new Error('no one is there')
    await shareDevice(stage.db, [one, other])
    const { data } = await stage.bus.request('lobby.host', { ...classic, playerId: one.id })
    const matchId = matchIdSchema.parse(data?.matchId)
    for (const who of [one, other]) expect((await who.sit(matchId)).code).toBe(bodyCode.ok)
  })
})

describeDatabase('many of one address', (open) => {
  it('get two seats per table, also when they arrive at once, and play as soon as others join', async () => {
    const stage = await setStage(await open())
    const colleagues = await people(stage, 12)
    const seats = await Promise.all(colleagues.map((who) => sitDown(stage, who, office)))
    const perTable = new Map<string, number>()
    for (const { matchId } of seats) perTable.set(matchId, (perTable.get(matchId) ?? 0) + 1)
    expect([...perTable.values()].every((count) => count <= 2)).toBe(true)
    expect(perTable.size).toBeLessThanOrEqual(8)
    // Strangers fill a table of theirs.
    const others = await people(stage, 3)
    const joined = []
    for (const [index, who] of others.entries())
      joined.push((await sitDown(stage, who, `198.51.100.${index}`)).matchId)
    expect(new Set(joined).size).toBe(1)
    await stage.host.idle()
    expect(stage.match(matchIdSchema.parse(joined[0])).phase).toBe('locking')
  })

  it('are not separated on the server’s own machine, nor for trial coins', async () => {
    const stage = await setStage(await open())
    const here = await people(stage, 3)
    const sat = []
    for (const who of here) sat.push((await sitDown(stage, who, '127.0.0.1')).matchId)
    expect(new Set(sat).size).toBe(1)
    const guests = [await stage.guest(), await stage.guest(), await stage.guest()]
    const trial = { gameId: 'mines-trial', asset: 'trial' }
    const trials = []
    for (const who of guests) trials.push((await sitDown(stage, who, office, trial)).matchId)
    expect(new Set(trials).size).toBe(1)
  })

  it('are still two after a restart', async () => {
    const stage = await setStage(await open())
    const [first, second, third] = await people(stage, 3)
    if (!first || !second || !third) throw new Error('no one is there')
    const { matchId } = await sitDown(stage, first, office)
    await sitDown(stage, second, office)
    await stage.restart()
    expect((await third.sit(matchId, undefined, fromOf(office, third))).code).toBe(1312)
    expect((await sitDown(stage, third, office)).apart).toBe(true)
  })
})
