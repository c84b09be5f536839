import { board, expect, makeMove, openable, playTrialToOwnTurn, test, turnTimer } from '../harness/browser.ts'

test('play that is paused on our side: announced once, the clock stopped, no tile to press, and then it goes on', async ({
  page,
  server,
}) => {
  let say = (_paused: boolean) => {}
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    near.connectToServer()
    say = (paused) => near.send(`42${JSON.stringify(['paused', { paused }])}`)
  })
  await page.clock.install()
  await playTrialToOwnTurn(page, server.url)
  const told = page.getByRole('status').filter({ hasText: 'Play is paused' })
  await expect(told).toHaveCount(0)
  await expect(openable(page).first()).toBeVisible()

  say(true)
  await expect(told).toBeVisible()
  await expect(openable(page)).toHaveCount(0)
  // What was late to be shown is.
  await page.clock.runFor(1_000)
  const stood = await turnTimer(page).textContent()
  const ring = () => page.evaluate(() => document.getAnimations().map(({ playState }) => playState))
  expect(await ring()).toContain('paused')
  // Three seconds of a clock that runs would show.
  await page.clock.runFor(3_000)
  expect(await turnTimer(page).textContent()).toBe(stood)
  await board(page)
    .getByRole('gridcell', { name: /, closed$/ })
    .first()
    .click({ force: true })
  await expect(page.getByRole('gridcell', { name: /pending/ })).toHaveCount(0)

  say(false)
  await expect(told).toHaveCount(0)
  await makeMove(page)
})
