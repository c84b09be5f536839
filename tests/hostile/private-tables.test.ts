import { bodyCode } from '@minefall/shared/contracts'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { beforeEach, expect, test } from 'vitest'
import { askCode, bearer, post, signInByCode } from '../harness/accounts.ts'
import { dayWithRoom } from '../harness/day-with-room.ts'
import { hasEnded, type Player } from '../harness/player.ts'
import { told } from '../harness/told.ts'
import { type Account, hex, newAccount, newAccounts, openTab } from '../integration/battles/accounts.ts'
import { ground } from '../integration/battles/ground.ts'
import { codesOf, leave, sitToPlay, sitting } from '../integration/battles/seats.ts'

const stake = 1_000
/** Coins that an account may lose at private tables in a day, here. */
const cap = 3 * stake
/** All that there is to carry off; no pair of accounts moves so much that it would be parted (`PAIR_COINS_PER_DAY`). */
const owned = 8 * stake
const accomplicesThere = 4

const shared = ground({ PRIVATE_LOSS_COINS_PER_DAY: String(cap), PRIVATE_PROOF_HOURS: '24' })
const queue = { gameId: 'mines-duel', stake: String(stake), asset: 'coin' } as const
const patience = { timeout: 60_000 }

beforeEach(() => dayWithRoom())

const coinsOf = async ({ id }: Account): Promise<number> => {
  const { rows } = await shared().db.query(
    'select coin + held_coin as coins from player_balance where player_id = $1',
    [id],
  )
  return Number(rows[0]?.coins)
}

/** An account whose session, and the token that was stolen of it, is older than a day. */
const oldAccount = async (coins: number): Promise<Account> => {
  const account = await newAccount(shared(), { coin: BigInt(coins) })
  await shared().db.query(
    `update session set created_at = created_at - interval '3 days' where player_id = $1`,
    [account.id],
  )
  return account
}

const host = async ({ player }: Account): Promise<MatchId> => {
  const { code, msg, data } = await player.ask('lobby.host', queue)
  if (!data) throw new Error(`lobby.host: ${code} ${msg}`)
  return matchIdSchema.parse(data.matchId)
}

/** Plays a match that `loser` gives up as soon as it begins; both have a seat there. */
const giveUp = async (matchId: MatchId, loser: Player, winner: Player) => {
  await loser.until(({ phase }) => phase === 'playing')
  await leave(loser, matchId)
  for (const player of [winner, loser]) await player.until(hasEnded)
}

/** Loses a stake to an accomplice at the accomplice's private table; the code of the seat that was asked for. */
const carryOff = async (thief: Account, accomplice: Account): Promise<number> => {
  const matchId = await host(accomplice)
  const code = await sitToPlay(thief, thief.player, matchId)
  if (code !== bodyCode.ok) {
    await thief.player.ask('match.unfollow', { matchId })
    return code
  }
  expect(await sitToPlay(accomplice, accomplice.player, matchId)).toBe(bodyCode.ok)
  await giveUp(matchId, thief.player, accomplice.player)
  for (const { player } of [thief, accomplice]) await player.ask('match.unfollow', { matchId })
  return code
}

/** Asks for the same again after a match that is over; the codes of both. */
const agree = async (matchId: MatchId, players: readonly Player[]) => {
  const answers = []
  for (const player of players) answers.push((await player.ask('match.rematch', { matchId })).code)
  return answers
}

test('a thief with a token carries off no more in a day than the cap, however many accomplices there are', async () => {
  const thief = await oldAccount(owned)
  const accomplices = await Promise.all(Array.from({ length: accomplicesThere }, () => oldAccount(2 * stake)))
  const codes: number[] = []
  for (let turn = 0; turn < owned / stake; turn += 1) {
    const accomplice = accomplices[turn % accomplicesThere]
    if (accomplice) codes.push(await carryOff(thief, accomplice))
  }
  const taken = owned - (await coinsOf(thief))
  expect({ taken, codes: codesOf(codes.map((code) => ({ code }))) }).toEqual({
    taken: cap,
    codes: { [bodyCode.ok]: 3, [bodyCode.privateLossReached]: 5 },
  })
  // Not even a table of the account's own is opened any more, and what is left is left.
  expect(await thief.player.ask('lobby.host', queue)).toMatchObject({
    code: bodyCode.privateLossReached,
    data: { left: '0', endsAt: expect.any(Number) },
  })
  expect(await coinsOf(thief)).toBe(owned - cap)
})

test('a chain of rematches ends at the cap', async () => {
  const thief = await oldAccount(owned)
  const accomplice = await oldAccount(5 * stake)
  const both = [thief, accomplice]
  let matchId = await host(accomplice)
  const codes: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    for (const account of both) expect(await sitToPlay(account, account.player, matchId)).toBe(bodyCode.ok)
    await giveUp(matchId, thief.player, accomplice.player)
    const [code = 0] = await agree(matchId, [thief.player])
    codes.push(code)
    if (code !== bodyCode.ok) break
    const [other] = await agree(matchId, [accomplice.player])
    expect(other).toBe(bodyCode.ok)
    const played = matchId
    const nextOf = () =>
      told(thief.player, 'match.rematch').findLast((news) => news.matchId === played)?.next ?? null
    await expect.poll(nextOf, patience).not.toBeNull()
    matchId = matchIdSchema.parse(nextOf())
  }
  expect({ codes, taken: owned - (await coinsOf(thief)) }).toEqual({
    codes: [bodyCode.ok, bodyCode.ok, bodyCode.privateLossReached],
    taken: cap,
  })
})

test('the last stake that the cap leaves room for is held once, of two seats at once and of one left and taken again', async () => {
  const thief = await oldAccount(owned)
  const second = await openTab(shared(), thief)
  const [one, two] = await Promise.all([oldAccount(stake * 3), oldAccount(stake * 3)])
  for (const accomplice of [one, two]) expect(await carryOff(thief, accomplice)).toBe(bodyCode.ok)

  const tables = await Promise.all([host(one), host(two)])
  const [first, other] = tables
  if (!first || !other) throw new Error('no table was made')
  for (let round = 0; round < 3; round += 1) {
    const sat = await Promise.all([
      ...Array.from({ length: 3 }, () => thief.player.ask('match.sit', sitting(first))),
      ...Array.from({ length: 3 }, () => second.ask('match.sit', sitting(other))),
    ])
    expect(codesOf(sat)).toEqual({ [bodyCode.ok]: 1, [bodyCode.seatedElsewhere]: 5 })
    const { rows } = await shared().db.query('select match_id from seated where player_id = $1', [thief.id])
    expect(rows).toHaveLength(1)
    await leave(thief.player, matchIdSchema.parse(rows[0]?.match_id))
  }
  // What was left again was not lost: the last stake is there to be lost, once.
  expect(await carryOff(thief, one)).toBe(bodyCode.ok)
  expect(await carryOff(thief, two)).toBe(bodyCode.privateLossReached)
  expect(owned - (await coinsOf(thief))).toBe(cap)
})

test('a win at another private table raises no cap', async () => {
  const thief = await oldAccount(owned)
  const accomplice = await oldAccount(5 * stake)
  expect(await carryOff(thief, accomplice)).toBe(bodyCode.ok)
  expect(await carryOff(accomplice, thief)).toBe(bodyCode.ok)
  const other = await oldAccount(5 * stake)
  for (let turn = 0; turn < 2; turn += 1) expect(await carryOff(thief, other)).toBe(bodyCode.ok)
  expect(await carryOff(thief, await oldAccount(stake))).toBe(bodyCode.privateLossReached)
  expect(owned + stake - (await coinsOf(thief))).toBe(cap)
})

/** Another session of an account, on its own device. */
const signInAgain = async ({ contact }: Account) => {
  const deviceId = hex(16)
  const { token } = await signInByCode(shared().server.url, { contact, deviceId })
  return { token, player: await openTab(shared(), { deviceId, seeds: new Map(), token }) }
}

const confirm = (token: string, proof: object) =>
  post(shared().server.url, 'user/confirmsession', proof, { headers: bearer(token) })

test('a session that a thief has just made stakes no coins at private tables before a proof', async () => {
  const owner = await oldAccount(owned)
  const accomplice = await oldAccount(owned)
  const thief = await signInAgain(owner)
  const untrusted = {
    code: bodyCode.proofRequired,
    data: { codeTo: expect.stringContaining('@'), hasPaymentPassword: false },
  }
  const theirs = await host(accomplice)
  const unseated = async () => {
    expect(await thief.player.ask('lobby.host', queue)).toMatchObject(untrusted)
    expect(await thief.player.ask('match.sit', sitting(theirs))).toMatchObject(untrusted)
    const { rows } = await shared().db.query(
      `select held_coin from player_balance
       where player_id = $1 and not exists (select from seated s where s.player_id::text = $1)`,
      [owner.id],
    )
    expect(rows).toEqual([{ held_coin: 0n }])
  }
  await unseated()
  // Which session it is comes from the connection's token, not from what the client says.
  const { rows: sessions } = await shared().db.query(
    `select id from session where player_id = $1 and created_at < now() - interval '1 day'`,
    [owner.id],
  )
  const named = JSON.parse(JSON.stringify({ ...sitting(theirs), session: sessions[0]?.id }))
  expect((await thief.player.ask('match.sit', named)).code).toBe(bodyCode.badParameters)
  // A guess is none, and what the account's other sessions may is not this one's.
  expect((await confirm(thief.token, { ownCode: '000000' })).code).toBe(bodyCode.wrongCode)
  expect((await confirm(thief.token, { paymentPassword: 'hazel hazel' })).code).not.toBe(bodyCode.ok)
  await unseated()
  expect(await carryOff(owner, accomplice)).toBe(bodyCode.ok)
  const played = await host(accomplice)
  expect(await sitToPlay(owner, owner.player, played)).toBe(bodyCode.ok)
  expect(await sitToPlay(accomplice, accomplice.player, played)).toBe(bodyCode.ok)
  await giveUp(played, owner.player, accomplice.player)
  expect(await thief.player.ask('match.rematch', { matchId: played })).toMatchObject(untrusted)
  // Bonus coins are worth nothing outside, and tables of the lobby choose who sits there.
  expect((await thief.player.ask('lobby.host', { ...queue, asset: 'promo' })).code).toBe(bodyCode.ok)
  expect((await thief.player.ask('lobby.find', queue)).code).toBe(bodyCode.ok)
})

test('who proves that the account is theirs sits down a moment later, from that session alone', async () => {
  const owner = await newAccount(shared(), { coin: BigInt(owned) })
  const friend = await oldAccount(owned)
  const theirs = await host(friend)
  const seat = sitting(theirs)
  expect((await owner.player.ask('match.sit', seat)).code).toBe(bodyCode.proofRequired)
  const ownCode = await askCode(shared().server.url, owner.contact, bearer(owner.token))
  expect((await confirm(owner.token, { ownCode })).code).toBe(bodyCode.ok)
  // The same command as before: nothing of its refusal is kept.
  expect((await owner.player.ask('match.sit', seat)).code).toBe(bodyCode.ok)
  await leave(owner.player, theirs)
  const other = await signInAgain(owner)
  expect((await other.player.ask('match.sit', sitting(theirs))).code).toBe(bodyCode.proofRequired)
})

test('bonus coins are not counted', async () => {
  const [account, friend] = await newAccounts(shared(), 2, { promo: BigInt(owned) })
  if (!account || !friend) throw new Error('no account was made')
  for (let lost = 0; lost <= cap; lost += stake) {
    const { data } = await friend.player.ask('lobby.host', { ...queue, asset: 'promo' })
    const matchId = matchIdSchema.parse(data?.matchId)
    for (const one of [account, friend]) expect(await sitToPlay(one, one.player, matchId)).toBe(bodyCode.ok)
    await giveUp(matchId, account.player, friend.player)
  }
})
