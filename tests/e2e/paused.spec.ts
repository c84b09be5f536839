import { board, expect, makeMove, openable, playTrialToOwnTurn, test, turnTimer } from '../harness/browser.ts'

test('play that is paused on our side: announced once, the clock stopped, no tile to press, and then it goes on', async ({
  page,
  server,
}) => {
  let say = (_paused: boolean) => {}
  const unanswered = new Set<string>()
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    // No one answers what was asked over an earlier connection.
    unanswered.clear()
    near.onMessage((message) => {
      const [, id] = /^42(\d+)/.exec(String(message)) ?? []
      if (id) unanswered.add(id)
      far.send(message)
    })
    far.onMessage((message) => {
      const [, id] = /^43(\d+)/.exec(String(message)) ?? []
      if (id) unanswered.delete(id)
      near.send(message)
    })
    say = (paused) => near.send(`42${JSON.stringify(['paused', { paused }])}`)
  })
  /** Lets the page's time pass in steps, with the server's answers in between: in one leap it would seem silent. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      await page.clock.runFor(250)
      await expect.poll(() => unanswered.size).toBe(0)
    }
  }
  await page.clock.install()
  await playTrialToOwnTurn(page, server.url)
  const told = page.getByRole('status').filter({ hasText: 'Play is paused' })
  await expect(told).toHaveCount(0)
  await expect(openable(page).first()).toBeVisible()
  /** How far the clock around the seat is, in milliseconds: with less motion it is put on once a second. */
  const ring = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'paused')
        .map(({ currentTime }) => Number(currentTime)),
    )
  // Both halves of the ring.
  await expect.poll(async () => (await ring()).length).toBe(2)
  const [began = Number.NaN] = await ring()
  await pass(1_000)
  const [went = Number.NaN] = await ring()
  expect(went).toBeGreaterThan(began)

  say(true)
  await expect(told).toBeVisible()
  await expect(openable(page)).toHaveCount(0)
  // What was late to be shown is.
  await pass(1_000)
  const stood = await turnTimer(page).textContent()
  const stopped = await ring()
  expect(stopped).toHaveLength(2)
  // Three seconds of a clock that runs would show.
  await pass(3_000)
  expect(await turnTimer(page).textContent()).toBe(stood)
  expect(await ring()).toEqual(stopped)
  await board(page)
    .getByRole('gridcell', { name: /, closed$/ })
    .first()
    .click({ force: true })
  await expect(page.getByRole('gridcell', { name: /pending/ })).toHaveCount(0)

  say(false)
  await expect(told).toHaveCount(0)
  await makeMove(page)
})
