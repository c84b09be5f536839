import { centerSchema, receivedSchema, vipCenterSchema } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { bearer, get, posted } from '../harness/accounts.ts'
import { dayWithRoom } from '../harness/day-with-room.ts'
import { hasEnded } from '../harness/player.ts'
import { told } from '../harness/told.ts'
import { type Account, newAccounts } from './battles/accounts.ts'
import { ground } from './battles/ground.ts'
import { leave, sitToPlay } from './battles/seats.ts'

const shared = ground()
const queue = { gameId: 'mines-duel', stake: '100', asset: 'promo' } as const
const patience = { timeout: 60_000 }

const read = async ({ token }: Account, path: string) =>
  (await get(shared().server.url, path, bearer(token))).data
const vipOf = async (account: Account) => vipCenterSchema.parse(await read(account, 'user/vip_center'))
const centerOf = async (account: Account) => centerSchema.parse(await read(account, 'user/center'))
const rewardsOf = ({ player }: Account) => told(player, 'rewards')
/** Progress of each activity that runs. */
const activitiesOf = async (account: Account) =>
  Object.fromEntries((await centerOf(account)).activities.map(({ id, progress }) => [id, progress]))

test('a public match for bonus coins moves progress and activities, live; a rematch and a private table move nothing', async () => {
  await dayWithRoom()
  const [winner, loser] = await newAccounts(shared(), 2, { promo: 1_000n })
  if (!winner || !loser) throw new Error('no one is there')
  /** Lets the match that both sit at begin and end. */
  const end = async (matchId: Parameters<typeof leave>[1]) => {
    await loser.player.until(({ phase }) => phase === 'playing')
    await leave(loser.player, matchId)
    await winner.player.until(hasEnded)
  }

  const matchId = await winner.player.join(queue.gameId, queue.stake, queue.asset)
  expect(await loser.player.join(queue.gameId, queue.stake, queue.asset)).toBe(matchId)
  await end(matchId)
  for (const account of [winner, loser]) {
    await expect.poll(() => rewardsOf(account), patience).toEqual([{ kind: 'progress' }])
    expect(await vipOf(account)).toMatchObject({
      level: { level: 1, matches: 1 },
      vip: { tier: 0, staked: '0' },
      discounted: [],
    })
  }
  const moved = {
    ...{ 'first-match': 1, 'daily-three': 1, 'weekly-tables': 1, 'weekly-twenty': 1 },
    'daily-streak': 0,
  }
  expect(await activitiesOf(winner)).toEqual({ ...moved, 'daily-win': 1 })
  expect(await activitiesOf(loser)).toEqual({ ...moved, 'daily-win': 0 })

  const agreed = [winner, loser].map(({ player }) => player.ask('match.rematch', { matchId }))
  for (const { code } of await Promise.all(agreed)) expect(code).toBe(200)
  const nextOf = () => told(winner.player, 'match.rematch').at(-1)?.next ?? null
  await expect.poll(nextOf, patience).not.toBeNull()
  const again = matchIdSchema.parse(nextOf())
  for (const account of [winner, loser]) expect(await sitToPlay(account, account.player, again)).toBe(200)
  await end(again)
  const { data } = await winner.player.ask('lobby.host', queue)
  const privately = matchIdSchema.parse(data?.matchId)
  for (const account of [winner, loser]) expect(await sitToPlay(account, account.player, privately)).toBe(200)
  await end(privately)
  for (const account of [winner, loser]) {
    await expect
      .poll(async () => (await vipOf(account)).discounted.map(({ reason }) => reason), patience)
      .toEqual(['private', 'rematch'])
    expect((await vipOf(account)).level.matches).toBe(1)
  }
  expect(await activitiesOf(winner)).toEqual({ ...moved, 'daily-win': 1 })

  expect((await centerOf(winner)).ready).toBe(2)
  const before = (await centerOf(winner)).user.coins
  const headers = bearer(winner.token)
  const body = { bonus_type: 'activity-first-match' }
  const received = await posted(shared().server.url, 'user/receive', body, { headers })
  expect(receivedSchema.parse(received)).toMatchObject({ amount: '50' })
  await expect
    .poll(() => rewardsOf(winner).at(-1), patience)
    .toEqual({ kind: 'received', bonusType: 'activity-first-match', amount: '50' })
  expect(await centerOf(winner)).toMatchObject({ user: { coins: before + 50 }, ready: 1 })
  await expect.poll(() => told(winner.player, 'balance').at(-1)).toMatchObject({ promo: String(before + 50) })
})
