import {
  type DeskFlag,
  deskFlagsPageSchema,
  deskLuckPageSchema,
  deskOrderDetailSchema,
} from '@minefall/shared/contracts/desk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { openClub } from '../../rewards/referral/testing-club.ts'
import { day } from '../../rewards/testing.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { type PlaceOrders, placeOrders } from '../testing-orders.ts'

describeDatabase('flags of accounts', (open) => {
  let db: Database
  let desk: OpenDesk
  let orders: PlaceOrders
  let club: Awaited<ReturnType<typeof openClub>>
  let finance: Awaited<ReturnType<OpenDesk['staff']>>
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    orders = placeOrders(db, desk.clock)
    club = await openClub(db, { pairCoinsMost: 1_000n })
    finance = await desk.staff('finance')
  })
  afterAll(() => desk.close())

  const reason = 'Brothers who play every evening'
  /** Two players, the lower id first, of whom the second takes 1,000 coins of the first. */
  const flagged = async (...emails: string[]): Promise<[string, string]> => {
    const players = [await orders.player(emails[0]), await orders.player(emails[1])].sort()
    const [low = '', high = ''] = players
    await club.end({ players: [high, low], stake: 1_000n })
    await club.count()
    return [low, high]
  }
  const page = async (query = '') => {
    const { data, ...rest } = await desk.get(`flags?${query}`, finance)
    expect(rest).toMatchObject({ code: 200 })
    return deskFlagsPageSchema.parse(data)
  }
  const flagOf = async (player: string): Promise<DeskFlag> => {
    const { items } = await page('limit=100')
    return items.find(({ players }) => players.some(({ id }) => id === player)) ?? expect.fail('no flag')
  }
  const auditOf = async (flagId: string) =>
    (
      await db.query(
        `select action, staff_id, reason, before, after from desk_audit where subject_type = 'flag' and subject_id = $1`,
        [flagId],
      )
    ).rows

  it('say who moved what on which day, then and by now, and what the two share', async () => {
    const emails = ['anna@home.example', 'ben@home.example'] as const
    const players = await flagged(...emails)
    await club.sharePayout(players)
    await club.end({ players: [...players].reverse(), stake: 500n })
    const at = club.clock.now() - 1_000
    await club.count()
    expect(await flagOf(players[0])).toMatchObject({
      kind: 'pair',
      players: players.map((id) => ({ id, nickname: 'Someone', phoneNumber: '' })),
      day: new Date(at).toISOString().slice(0, 10),
      flagged: { matches: 1, moved: '1000' },
      total: { matches: 2, moved: '1500' },
      shared: 'same-payout',
      reviewed: null,
    })
    const { players: shown } = await flagOf(players[0])
    expect(shown.map(({ email }) => email).sort()).toEqual(emails)
  })

  it('are reviewed once, with what was found in the audit log', async () => {
    const [low] = await flagged()
    const { id } = await flagOf(low)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.post(`flags/${id}/review`, finance, { reason })),
    )
    const at = desk.clock.now()
    const reviewed = { at, staffId: finance.id, name: finance.name }
    for (const answer of answers) expect(answer).toMatchObject({ code: 200, data: { id, reviewed } })
    expect(await auditOf(id)).toEqual([
      {
        ...{ action: 'flag.review', staff_id: finance.id, reason },
        ...{ before: { reviewedAt: null }, after: { reviewedAt: at } },
      },
    ])
    expect((await page('limit=100')).items.map((flag) => flag.id)).not.toContain(id)
    expect((await page('status=reviewed')).items[0]).toMatchObject({ id, reviewed })

    const admin = await desk.staff('admin')
    expect(await desk.post(`flags/${id}/review`, admin, { reason })).toMatchObject({ code: 1409 })
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('are read one by one as well, open or reviewed', async () => {
    const [low] = await flagged()
    const flag = await flagOf(low)
    expect(await desk.get(`flags/${flag.id}`, finance)).toMatchObject({ code: 200, data: flag })
    await desk.post(`flags/${flag.id}/review`, finance, { reason })
    const reviewed = { staffId: finance.id, name: finance.name }
    expect(await desk.get(`flags/${flag.id}`, finance)).toMatchObject({ data: { id: flag.id, reviewed } })
    expect(await desk.get('flags/999999', finance)).toMatchObject({ code: 1404 })
    expect(await desk.get('flags/x', finance)).toMatchObject({ code: 1001 })
  })

  it('are reviewed by one of two who do so at once', async () => {
    const [low] = await flagged()
    const { id } = await flagOf(low)
    const admin = await desk.staff('admin')
    const answers = await Promise.all(
      [finance, admin].map((person) => desk.post(`flags/${id}/review`, person, { reason })),
    )
    expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([200, 1409])
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('are not reviewed by whose account it is, nor without a reason, nor where there is none', async () => {
    const [low] = await flagged(finance.email)
    const { id } = await flagOf(low)
    expect(await desk.post(`flags/${id}/review`, finance, { reason })).toMatchObject({ code: 1403 })
    expect(await desk.post(`flags/${id}/review`, finance, { reason: ' ' })).toMatchObject({ code: 1001 })
    expect(await desk.post('flags/999999/review', finance, { reason })).toMatchObject({ code: 1404 })
    for (const wrong of ['0', 'x', '-1', '9'.repeat(19)])
      expect(await desk.post(`flags/${wrong}/review`, finance, { reason })).toMatchObject({ code: 1001 })
    expect((await flagOf(low)).reviewed).toBeNull()
    expect(await auditOf(id)).toEqual([])
  })

  it('are paged to their end: open ones the oldest first, reviewed ones the newest', async () => {
    for (let n = 0; n < 5; n++) await flagged()
    for (const flag of (await page('limit=100')).items.slice(-3, -1))
      await desk.post(`flags/${flag.id}/review`, finance, { reason })
    for (const status of ['open', 'reviewed']) {
      const all = (await page(`status=${status}&limit=100`)).items.map(({ id }) => Number(id))
      expect(all.length).toBeGreaterThan(2)
      expect(all).toEqual(all.toSorted((one, other) => (status === 'open' ? one - other : other - one)))
      const read: number[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { items, next } = await page(`status=${status}&limit=2${cursor && `&cursor=${cursor}`}`)
        read.push(...items.map(({ id }) => Number(id)))
        cursor = next
      }
      expect(read).toEqual(all)
    }
    for (const query of ['status=some', 'cursor=abc', 'limit=0'])
      expect(await desk.get(`flags?${query}`, finance)).toMatchObject({ code: 1001 })
  })

  it('stand beside the orders of their accounts', async () => {
    const [low, high] = await flagged()
    await club.clock.advance(day)
    await club.end({ players: [low, high], stake: 2_000n })
    await club.count()
    const order = await orders.paid({ playerId: low })
    const detail = async () =>
      deskOrderDetailSchema.parse((await desk.get(`orders/${order.id}`, finance)).data)
    const { accountFlags, flags } = await detail()
    expect(accountFlags.map(({ flagged }) => flagged.moved)).toEqual(['-2000', '1000'])
    expect(flags).toContain('account-flagged')
    for (const { id } of accountFlags) await desk.post(`flags/${id}/review`, finance, { reason })
    const after = await detail()
    expect(after.accountFlags.map(({ reviewed }) => reviewed?.name)).toEqual([finance.name, finance.name])
    expect(after.flags).not.toContain('account-flagged')
    const other = await orders.paid()
    expect(await desk.get(`orders/${other.id}`, finance)).toMatchObject({ data: { accountFlags: [] } })
  })
})

describeDatabase('the list of luck', (open) => {
  it('has accounts beyond 4 deviations with enough moves, page by page, who played last first', async () => {
    const db = await open()
    const desk = await openDesk(db)
    const orders = placeOrders(db, desk.clock)
    const finance = await desk.staff('finance')
    const add = async (choices: number, survived: number, latestAt: number) => {
      const id = await orders.player()
      await db.query(
        `insert into player_luck (player_id, matches, choices, survived, expected, variance, latest_at)
         values ($1, 12, $2, $3, 50, 4, $4)`,
        [id, choices, survived, new Date(latestAt)],
      )
      return id
    }
    await add(60, 58, 1_000)
    await add(59, 60, 2_000)
    const early = await add(60, 59, 3_000)
    const late = await add(80, 41, 4_000)
    const page = async (query: string) =>
      deskLuckPageSchema.parse((await desk.get(`luck?${query}`, finance)).data)
    const first = await page('limit=1')
    expect(first.items).toMatchObject([
      { player: { id: late }, matches: 12, moves: 80, luck: -4.5, latestAt: 4_000 },
    ])
    const second = await page(`limit=1&cursor=${first.next}`)
    expect(second).toMatchObject({ items: [{ player: { id: early }, luck: 4.5 }], next: null })
    await desk.close()
  })
})
