import { randomBytes } from 'node:crypto'
import type { MatchId } from '@minefall/shared/game'
import { bearer, posted, signInByCode } from '../harness/accounts.ts'
import { listenToRegions, makeArena, standings, turnArena } from '../harness/arena-pages.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expectHeader, newRival, type Rival } from '../harness/battle-pages.ts'
import { expect, playToTheEnd, result, test } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'

const join = async ({ page }: Rival, server: Server) => {
  await page.goto(`${server.url}/arena`)
  await page
    .getByRole('region', { name: 'Live and upcoming' })
    .getByRole('link', { name: /^Arena · Clues/ })
    .click()
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('You’re in. Matches start on time.')).toBeVisible()
}

test('two join an arena on phones, are called to their match, and are paid their prizes', async ({
  browser,
  server,
  problems,
}) => {
  const arenaId = await makeArena(server)
  const [ann, ben] = [
    await newRival(browser, server.url, problems),
    await newRival(browser, server.url, problems),
  ]
  await ann.page.addInitScript(listenToRegions)
  await join(ann, server)
  await expect(standings(ann.page)).toHaveCount(2)
  const before = await ann.page.evaluate(() => globalThis.said)
  await join(ben, server)
  await expect(standings(ann.page)).toHaveCount(3)
  await expectNoAxeViolations(ann.page)
  // A screen reader says nothing of those who join.
  expect(await ann.page.evaluate(() => globalThis.said)).toEqual(before)

  await turnArena(server, arenaId, 'begins_at')
  await Promise.all([ann, ben].map(({ page }) => expect(page).toHaveURL(/\/game\/mines-clues\?match=/)))
  await Promise.all([ann, ben].map(({ page }) => expect(page.getByRole('timer').first()).toBeVisible()))
  // It ends with this match, which still counts.
  await turnArena(server, arenaId, 'ends_at')
  await Promise.all([ann, ben].map(({ page }) => playToTheEnd(page)))
  const [first, second] = (await result(ann.page).getByText('You win').isVisible()) ? [ann, ben] : [ben, ann]
  await expect(result(first.page)).toContainText(/You(’re| finished) #1 with 4 points\./)
  await expect(result(second.page)).toContainText(/You(’re| finished) #2 with 1 point\./)
  await expect(result(first.page).getByRole('button', { name: /rematch/i })).toHaveCount(0)
  await expectNoAxeViolations(second.page)

  for (const [{ page }, prize] of [
    [first, 16],
    [second, 4],
  ] as const) {
    await result(page).getByRole('link', { name: 'Back to the arena' }).click()
    await expect(page.getByText(`You won ${prize} bonus coins.`)).toBeVisible()
    // With what is given to new players.
    await expectHeader(page, 1_000 + prize, 'bonus coins')
  }
  await expectNoAxeViolations(first.page)
  // A screen reader heard of the call, and of the standings one's place alone.
  const said = await ann.page.evaluate(() => globalThis.said)
  expect(said).toContainEqual(expect.stringContaining('Your next match starts in 3 s'))
  expect(said).toContainEqual(
    expect.stringMatching(/You finished #\d with \d points?\.\s*You won \d+ bonus coins\./),
  )
  await test.step('prizes that can’t be read are said to be so, and read once more', async () => {
    const { page } = second
    const json = { code: 1503, msg: 'unavailable', data: null }
    await page.route('**/api/arena/detail*', (route) => route.fulfill({ json }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Couldn’t load the prizes.')
    await page.unroute('**/api/arena/detail*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('You won 4 bonus coins.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  for (const { context } of [ann, ben]) await context.close()
  expect(problems).toEqual([])
})

test('those who came to a match that not everyone came to are shown the way back to the arena', async ({
  browser,
  ownServer,
  playerOf,
  problems,
}) => {
  const server = await ownServer({})
  const { url } = server
  const arenaId = await makeArena(server)
  const ann = await newRival(browser, url, problems)
  await join(ann, server)
  // Ben is called and never sits down.
  const [contact, deviceId] = ['ben@home.example', randomBytes(16).toString('hex')]
  const { token } = await signInByCode(url, { contact, deviceId })
  await posted(url, 'arena/join', { arenaId }, { headers: bearer(token) })
  const ben = await playerOf(url, token, deviceId)
  const called = new Promise<MatchId>((resolve) => {
    ben.socket.on('arena', (news) => 'matchId' in news && resolve(news.matchId))
  })
  await ben.ask('arena.watch', { arenaId })
  await turnArena(server, arenaId, 'begins_at')
  await ben.follow(await called)
  await ben.until(({ table }) => table.some((seat) => seat !== null))
  // No one is called any more, nor waited for.
  await turnArena(server, arenaId, 'ends_at')
  await server.stop()
  await server.start({ ARENA_SIT_MS: '1' })
  const canceled = result(ann.page)
  await expect(canceled).toContainText('Match canceled')
  await canceled.getByRole('link', { name: 'Back to the arena' }).click()
  await expect(ann.page).toHaveURL(`${url}/arena/${arenaId}`)
  await ann.context.close()
})
