// A trial match from its first seat to its replay.

/** Limits against hanging, in milliseconds: practice opponents take their time. */
const matchMs = 180_000

const timerOf = (page) => page.getByRole('timer').filter({ hasText: 'Your turn' })
const resultOf = (page) =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match void|is over/ })
/** One's own seat, once it is out. */
const outOf = (page) =>
  page
    .getByRole('list', { name: 'Turn order' })
    .getByRole('listitem')
    .filter({ hasText: /\bYou\b/ })
    .filter({ hasText: /Out, |#\d/ })

/** The connection goes while one's own clock runs, and comes back. */
const loseConnection = async ({ page, keep }) => {
  await page.context().setOffline(true)
  await page
    .getByText(/Reconnecting|You are offline/)
    .first()
    .waitFor()
  await keep('reconnect')
  await page.context().setOffline(false)
  await page.getByText('Connected').first().waitFor()
}

/** Plays one match; resolves with how many turns were one's own. */
const play = async (tour) => {
  const { page, url, keep } = tour
  const mine = timerOf(page)
  const result = resultOf(page)
  const out = outOf(page)
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  await page.getByText(/Waiting for \d player/).waitFor()
  await keep('gathering')
  for (let turn = 1; ; turn += 1) {
    await mine.or(result).or(out).first().waitFor({ timeout: matchMs })
    if (!(await mine.isVisible())) {
      if (!(await result.isVisible())) await keep('match-out')
      await result.waitFor({ timeout: matchMs })
      return turn - 1
    }
    if (turn <= 2) await keep(`match-${turn}`)
    if (turn === 2) await loseConnection(tour)
    const tile = page.locator('[role=gridcell]:not([aria-disabled=true])[aria-label$=", closed"]').last()
    // The clock may have chosen meanwhile.
    if (await mine.isVisible()) await tile.click({ timeout: matchMs })
    await mine.waitFor({ state: 'detached', timeout: matchMs })
  }
}

const press = (place, name) => place.getByRole('button', { name, exact: true }).click()

/** What opens over a match that is over. */
const showDialogs = async ({ page, keep }) => {
  const result = resultOf(page)
  await press(result, 'Share')
  const share = page.getByRole('dialog', { name: 'Share this result' })
  await share.getByRole('img', { name: /^Trial match: / }).waitFor()
  await keep('share')
  await press(share, 'Close')
  await press(result, 'View board')
  await press(page, 'Help')
  const help = page.getByRole('dialog', { name: 'How to play' })
  await help.getByRole('heading', { name: 'Try it' }).waitFor()
  await keep('help')
  await press(help, 'Close')
  await press(page, 'Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.waitFor()
  await keep('match-settings')
  await press(settings, 'Report a problem')
  await page.getByRole('dialog', { name: 'Report a problem' }).waitFor()
  await keep('report')
}

export const showMatch = async (tour) => {
  const { page, url, keep } = tour
  // One that is over before the second turn shows too little.
  while ((await play(tour)) < 2);
  await resultOf(page).getByText('Board verified').waitFor()
  await keep('result')
  const match = new URL(page.url()).searchParams.get('match')
  await showDialogs(tour)
  await page.goto(`${url}/game/mines-trial?match=${match}&ply=5`)
  await page.getByRole('slider', { name: 'Move' }).waitFor()
  await page.getByText('Board verified').first().waitFor()
  await keep('replay')
}
