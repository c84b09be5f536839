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
  server,
  problems,
}) => {
  const arenaId = await makeArena(server)
  const [ann, ben] = [
    await newRival(browser, server.url, problems),
    await newRival(browser, server.url, problems),
  ]
  let call = () => {}
  const called = new Promise<void>((resolve) => {
    call = resolve
  })
  // Ben is called, by news or, after a new connection, by an answer, and never sits down: what asks for his seat is lost.
  await ben.page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    near.onMessage((message) => {
      if (!message.includes('"match.sit"')) far.send(message)
    })
    far.onMessage((message) => {
      if (/"kind":"seat"|"seat":\{/.test(String(message))) call()
      near.send(message)
    })
  })
  for (const { page } of [ann, ben]) {
    await page.goto(`${server.url}/arena/${arenaId}`)
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByText('You’re in. Matches start on time.')).toBeVisible()
  }
  await turnArena(server, arenaId, 'begins_at')
  await called
  // No one is called any more.
  await turnArena(server, arenaId, 'ends_at')
  const canceled = result(ann.page)
  await expect(canceled).toContainText('Match canceled')
  await canceled.getByRole('link', { name: 'Back to the arena' }).click()
  await expect(ann.page).toHaveURL(`${server.url}/arena/${arenaId}`)
  for (const { context } of [ann, ben]) await context.close()
})
