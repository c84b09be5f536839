import { checkLedger } from '@minefall/platform'
import { expect, test } from 'vitest'
import { closedTiles, type Player } from '../harness/player.ts'
import { welcomeOf } from '../harness/told.ts'
import { balanceOf, balancesOf, having, newAccount, newAccounts, openTab } from './battles/accounts.ts'
import { ground } from './battles/ground.ts'
import { leave } from './battles/seats.ts'

const shared = ground({ RAKE_BPS: '500' })

/** Makes this many moves by hand, each by the player to move. All of them know the same before the next. */
const moveOn = async (players: readonly Player[], moves: number) => {
  for (let made = 1; made <= moves; made += 1) {
    for (const player of players) await player.until(({ moves }) => moves.length >= made - 1)
    const mover = players.find((player) => player.state()?.turn?.seat === player.seat())
    const state = mover?.state()
    const tile = state ? closedTiles(state)[0] : undefined
    if (!mover || tile === undefined) throw new Error('no one can move')
    expect((await mover.open(tile)).code).toBe(200)
  }
  for (const player of players) await player.until((state) => state.moves.length >= moves)
}

test('a SIGKILL in the middle of a match leaves match and coins as they were, and the rake is what the table said', async () => {
  const five = await newAccounts(shared(), 5, { coin: 1_000n })
  const waiting = await newAccount(shared(), { promo: 100n })
  const [before, ofWaiting] = [await balancesOf(shared(), five), await balanceOf(shared(), waiting)]
  const gathering = await waiting.player.join('mines-clues', '100', 'promo')
  const [matchId] = await Promise.all(five.map(({ player }) => player.join('mines-classic', '1000', 'coin')))
  if (!matchId) throw new Error('no one sat down')
  for (const { player } of five) await player.until(({ phase }) => phase === 'playing')
  // Three mines at most: two of five are still in.
  const players = five.map(({ player }) => player)
  await moveOn(players, 3)
  const stood = players.map((player) => player.state())
  expect(await balancesOf(shared(), five)).toEqual(before.map((balance) => having(balance, 'coin', 0n)))
  expect(await balanceOf(shared(), waiting)).toEqual(having(ofWaiting, 'promo', 0n, 100n))

  const { server, db } = shared()
  await server.kill()
  expect((await checkLedger(db)).findings).toEqual([])
  await server.start()

  for (const account of [...five, waiting]) account.player = await openTab(shared(), account)
  expect(await balancesOf(shared(), five)).toEqual(before.map((balance) => having(balance, 'coin', 0n)))
  expect(await balanceOf(shared(), waiting)).toEqual(having(ofWaiting, 'promo', 0n, 100n))
  expect(welcomeOf(waiting.player)?.seated?.matchId).toBe(gathering)
  for (const [index, { player }] of five.entries()) {
    const known = stood[index]
    const seat = players[index]?.seat() ?? -1
    const isOut = known?.table[seat]?.out !== undefined
    expect(welcomeOf(player)?.seated?.matchId ?? null).toBe(isOut ? null : matchId)
    await player.follow(matchId)
    const state = player.state()
    expect({ seat: player.seat(), moves: state?.moves, order: state?.order }).toEqual({
      seat,
      moves: known?.moves,
      order: known?.order,
    })
  }

  const ends = await Promise.all(five.map(({ player }) => player.play()))
  const isWinner = five.map(({ player }, index) => ends[index]?.table[player.seat() ?? -1]?.out === undefined)
  expect(isWinner.filter((won) => won).length).toBe(1)
  for (const { result } of ends) expect(result).toMatchObject({ payouts: [{ amount: '4750' }], rake: '250' })
  expect(await balancesOf(shared(), five)).toEqual(
    before.map((balance, index) => having(balance, 'coin', isWinner[index] ? 4_750n : 0n)),
  )
  const { rows } = await db.query(
    `select sum(posted) as taken from account where kind = 'house' and owner = 'rake' and asset = 'coin'`,
  )
  expect(String(rows[0]?.taken)).toBe('250')
  await leave(waiting.player, gathering)
  expect(await balanceOf(shared(), waiting)).toEqual(having(ofWaiting, 'promo', 100n))
})
