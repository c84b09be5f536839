import { expect, goWithin, test } from '../harness/browser.ts'
import { speak } from '../harness/dress.ts'

const redirects = [
  ['/profile', '/?modal=profile'],
  ['/wallet', '/?modal=wallet'],
  ['/deposit', '/?modal=deposit'],
  ['/withdraw', '/?modal=withdraw'],
  ['/no/such/page', '/'],
] as const

test('addresses of dialogs lead to them over Home, and unknown ones to Home', async ({ page, server }) => {
  // As a link leads there; the last of them loads the page.
  await page.goto(server.url)
  for (const [from, to] of redirects)
    await test.step(`${from} leads to ${to}`, async () => {
      await goWithin(page, '/')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      if (to === '/') await page.goto(`${server.url}${from}`)
      else await goWithin(page, from)
      await expect(page).toHaveURL(`${server.url}${to}`)
      const asked = page.getByRole('dialog', { name: 'Please log in' })
      await expect(to === '/' ? page.getByRole('heading', { level: 1 }) : asked).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(to === '/' ? 0 : 1)
    })
})

test('a browser without what the client needs says which ones have it, in every language', async ({
  page,
  server,
}) => {
  const told = page.locator('.old-browser p')
  await page.goto(server.url)
  await expect(told).toHaveCount(5)
  await expect(told.first()).toBeHidden()
  // As one that knows neither the rule nor the scripts.
  await page.route('**/assets/*.css', async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({
      contentType: 'text/css',
      body: body.replace(/@supports selector\([^{]*\{/, '@supports (none:none){'),
    })
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(server.url)
  await expect(told.first()).toHaveText(/^This browser is too old for Minefall\. .*Safari 16\.4\.$/)
  await expect(told.last()).toBeVisible()
})

const built = [
  ['/', 'ja-JP', '最後まで残れば、'],
  ['/games', 'pt-BR', 'Central de jogos'],
  ['/game/mines-duel', 'ko-KR', '연결 중'],
] as const

test('the first view is in the HTML before any script, in the visitor’s language, for a guest and for a player', async ({
  browser,
  server,
}) => {
  for (const [path, locale, words] of built) {
    const context = await browser.newContext({ locale, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(server.url + path)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
    const header = page.getByRole('banner')
    await expect(header.locator('[data-click=log-in]')).toHaveCount(path.startsWith('/game/') ? 0 : 1)
    await context.addCookies([{ name: 'view', value: 'ms-MY.player', url: server.url }])
    await page.goto(server.url + path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms-MY')
    await expect(header.locator('[data-click=log-in]')).toHaveCount(0)
    await expect(header.locator('[data-click=open-wallet]')).toHaveCount(path.startsWith('/game/') ? 0 : 1)
    await context.close()
  }
})

declare global {
  /** The sum of what moved on its own, and how often the first heading was taken away. */
  var moved: { shifts: number; lost: number }
}

/** Runs before the page's own scripts. */
const watchMoves = () => {
  globalThis.moved = { shifts: 0, lost: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        globalThis.moved.shifts += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes)
      for (const node of removedNodes)
        if (node instanceof Element && (node.matches('h1') || node.querySelector('h1')))
          globalThis.moved.lost += 1
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Runs before the page's own scripts: words wait for their typeface however slow the machine is. One that comes after the
 * second they have moves them, which has nothing to do with taking over.
 */
const waitForTypeface = () => {
  const { setTimeout: later } = globalThis
  const patient = (run: () => void, ms?: number) =>
    later(run, document.readyState === 'loading' && ms === 1_000 ? 600_000 : ms)
  Object.assign(globalThis, { setTimeout: patient })
}

test('the page takes over its HTML as it lies and is scrolled, and does what was pressed before it could', async ({
  page,
  server,
}) => {
  await page.addInitScript(waitForTypeface)
  await page.addInitScript(watchMoves)
  const held = { release: () => {} }
  const released = new Promise<void>((resolve) => Object.assign(held, { release: resolve }))
  await page.route('**/assets/start-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  const login = page.getByRole('banner').getByRole('button', { name: 'Log in' })
  await login.click()
  await page.getByRole('button', { name: 'Pause demo' }).waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 40))
  held.release()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(40)
  // The tables are there too, below the dialog.
  await page.locator('[data-click=join-table]').first().waitFor({ state: 'attached' })
  expect(await page.evaluate(() => globalThis.moved)).toEqual({ shifts: 0, lost: 0 })
})

/** Runs before the page's own scripts: the page, which answers after a frame, does not until it is let. */
const holdFrames = () => {
  const frame = globalThis.requestAnimationFrame
  const held: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = (then) => held.push(then)
  addEventListener('let-frames', () => {
    globalThis.requestAnimationFrame = frame
    for (const then of held) frame(then)
  })
}

test('a language that is chosen just before the page answers is kept', async ({ page, server }) => {
  await page.addInitScript(holdFrames)
  await page.goto(server.url)
  const choice = page.getByRole('combobox', { name: 'Language' })
  const isTakenOver = (select: Element) => Object.keys(select).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => choice.evaluate(isTakenOver)).toBe(true)
  await choice.selectOption('pt-BR')
  await page.evaluate(() => dispatchEvent(new Event('let-frames')))
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/pote/)
})

/** Runs before the page's own scripts: goes on to another address as soon as they have begun to follow it. */
const goOnAtOnce = (path: string) => {
  const { pushState } = history
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    if (history.pushState === pushState) port2.postMessage(null)
    else history.pushState(null, '', path)
  }
  port2.postMessage(null)
}

test('the page shows the address it has come to while it started', async ({ page, server, problems }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await test.step('before its scripts were here', async () => {
    const held = { release: () => {} }
    const released = new Promise<void>((resolve) => Object.assign(held, { release: resolve }))
    await page.route('**/assets/libraries-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${server.url}/games`, { waitUntil: 'commit' })
    await expect(heading).toHaveText('Game Center')
    await goWithin(page, '/verify')
    held.release()
    await expect(heading).toHaveText('Check a match')
  })
  await test.step('before it answered', async () => {
    await page.addInitScript(goOnAtOnce, '/verify')
    await page.goto(`${server.url}/games`)
    await expect(heading).toHaveText('Check a match')
  })
  expect(problems).toEqual([])
})

test('HTML that was built for another language is not shown, and the next one is for the one that was chosen', async ({
  page,
  server,
}) => {
  const htmlOf = async (go: () => Promise<unknown>) => {
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
    await go()
    return /data-view="([^"]+)"/.exec(await (await answer).text())?.[1]
  }
  await page.addInitScript(() => localStorage.setItem('locale', 'ja-JP'))
  expect(await htmlOf(() => page.goto(server.url))).toBe('en-US.guest')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/最後まで/)
  await expect(heading).toBeVisible()
  expect(await htmlOf(() => page.reload())).toBe('ja-JP.guest')
  await expect(heading).toHaveText(/最後まで/)
})

test('HTML in a language whose texts can’t be loaded makes way for English', async ({
  page,
  server,
  problems,
}) => {
  const cookie = { name: 'view', value: 'ja-JP.guest', url: server.url }
  await page.context().addCookies([cookie])
  await page.addInitScript(() => localStorage.setItem('locale', 'ja-JP'))
  await page.route('**/assets/home.ja-JP-*', (route) => route.abort())
  await page.goto(server.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/standing/)
  expect(problems.filter((problem) => problem.includes('React'))).toEqual([])
})

test('titles are the product name, or a route title, a dash and the product name; the footer has its year', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page).toHaveTitle('Minefall')
  await expect(page.getByRole('contentinfo').getByText('© 2025')).toBeVisible()
  await page.goto(`${server.url}/games`)
  await expect(page).toHaveTitle(/^.+ - Minefall$/)
  for (const title of ['Terms of use', 'Privacy policy', 'Responsible play', 'Contact']) {
    await page.getByRole('contentinfo').getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Version 1')).toBeVisible()
    await expect(page).toHaveTitle(`${title} - Minefall`)
  }
  await speak(page, 'ms-MY')
  await expect(page.getByRole('heading', { level: 1, name: 'Hubungi kami' })).toBeVisible()
})

test('a page that follows another has the focus at its heading, also after a sheet over it', async ({
  page,
  server,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const go = (name: string) => page.getByRole('link', { name, exact: true }).press('Enter')
  await page.goto(`${server.url}/verify`)
  await expect(heading('Check a match')).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
  await go('Games')
  await expect(heading('Game Center')).toBeFocused()
  await page.goBack()
  await expect(heading('Check a match')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  // Over Home, which comes with it.
  await go('Themes')
  await expect(page.getByRole('dialog', { name: 'Themes' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(heading('Last one standing takes the pot.')).toBeFocused()
  await go('How it works')
  await expect(page.getByRole('region', { name: 'How it works' })).toBeFocused()
})

test('a game that does not exist says so, and one for coins asks a guest to log in', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/game/no-such-game`)
  await expect(page.getByText('Game Not Found')).toBeVisible()
  await page.goto(`${server.url}/game/mines-royale`)
  await expect(
    page
      .getByRole('button', { name: /log in/i })
      .or(page.getByRole('link', { name: /log in/i }))
      .first(),
  ).toBeVisible()
})

test('game data that can’t be loaded says so, with a retry that works', async ({ page, server }) => {
  await page.route('**/api/game/**', (route) => route.abort())
  await page.goto(`${server.url}/game/mines-trial`)
  await expect(page.getByText('Load Failed')).toBeVisible()
  await expect(page.getByText('Failed to load game, please check your network connection')).toBeVisible()
  await page.unroute('**/api/game/**')
  await page.getByRole('button', { name: /again|retry/i }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})
