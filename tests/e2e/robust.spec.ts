import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectNoAxeViolations } from '../harness/axe.ts'
import {
  expect,
  goHome,
  makeMove,
  playTrial,
  playTrialToOwnTurn,
  test,
  turnTimer,
} from '../harness/browser.ts'
import { movingParts } from '../harness/faded.ts'
import { network } from '../harness/network.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'

const builtClient = process.env.CLIENT_DIR ?? fileURLToPath(new URL('../../client/dist/web', import.meta.url))

const manifestSchema = z.object({
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().default('any') }),
  ),
})

/** How many times the page was loaded, reloads included. */
const countLoads = (page: Page) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' })

  test('names icons of the sizes they have', async ({ server }) => {
    const bytesOf = async (path: string) =>
      Buffer.from(await (await fetch(new URL(path, server.url))).arrayBuffer())
    const [, path = ''] = /<link rel="manifest" href="([^"]+)"/.exec(String(await bytesOf('/'))) ?? []
    const { icons } = manifestSchema.parse(JSON.parse(String(await bytesOf(path))))
    const pictures = icons.filter(({ type }) => type === 'image/png')
    expect(pictures.map(({ purpose, sizes }) => `${purpose} ${sizes}`).sort()).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src, sizes } of pictures) {
      // A PNG begins with its width and height, after its eight-byte signature and the eight bytes of their chunk.
      const bytes = await bytesOf(src)
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    }
  })

  test('without a network there is a page that says so and comes back on its own; only our files are kept', async ({
    page,
    server,
  }) => {
    const net = await network(server.port)
    await page.goto(`${net.url}/terms`)
    await page.evaluate(() => localStorage.setItem('locale', 'pt-BR'))
    // The worker answers for this page.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    net.cut()
    await page.goto(`${net.url}/games`)
    await expect(page.getByRole('heading', { name: 'Não foi possível acessar o Minefall' })).toBeVisible()
    await expect(page.getByText('Suas moedas estão seguras.')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('locale', 'en-US'))
    net.restore()
    await expect(page.getByRole('heading', { name: 'Game Center' })).toBeVisible()
    await expect(page).toHaveURL(`${net.url}/games`)
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/offline.html')
    expect(kept.filter((path) => path !== '/offline.html' && !path.startsWith('/assets/'))).toEqual([])
    await net.close()
  })

  test('the rest of a release is kept for later, with the texts of one language', { tag: '@long' }, async ({
    page,
    server,
  }) => {
    await page.goto(server.url)
    const kept = (name: string) =>
      page.evaluate(async (part) => {
        const caught = await Promise.all(
          (await caches.keys()).map(async (cache) => (await caches.open(cache)).keys()),
        )
        return caught.flat().some(({ url }) => url.includes(part))
      }, name)
    await expect.poll(() => kept('/assets/withdraw.en-US-')).toBe(true)
    await expect.poll(() => kept('/assets/GameScreen-')).toBe(true)
    expect(await kept('.ja-JP-')).toBe(false)
  })
})

test('a newer release is offered to a seated player after the match', { tag: '@long' }, async ({
  page,
  ownServer,
}) => {
  const client = await mkdtemp(join(tmpdir(), 'minefall-client-'))
  await cp(builtClient, client, { recursive: true })
  const server = await ownServer({ CLIENT_DIR: client })
  const offer = page.getByRole('region', { name: 'Update available' })
  const back = page.getByText('Return to your match')
  await playTrialToOwnTurn(page, server.url, playTrial)
  await server.stop()
  await appendFile(join(client, 'index.html'), '<!-- the next release -->')
  await server.start()
  await expect(page.getByText('Connected')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.goBack()
  await expect(back).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.goForward()
  await expect(turnTimer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Leave match' }).click()
  await page
    .getByRole('dialog', { name: 'Leave the match?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click()
  await expect(offer).toBeVisible()
  await expectNoAxeViolations(page)
  const loads = countLoads(page)
  await offer.getByRole('button', { name: 'Update now' }).click()
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await rm(client, { recursive: true })
})

test('a missing screen reloads the page once and never in a loop; a missing sheet leaves the page as it is', async ({
  page,
  server,
}) => {
  const loads = countLoads(page)
  const games = page.getByRole('link', { name: 'Games', exact: true }).first()
  await page.route('**/assets/GameCenter-*.js', (route) => route.abort())
  await goHome(page, server.url)
  await games.click()
  await expect(page.getByRole('heading', { name: 'Load Failed' })).toBeVisible()
  await expect.poll(loads).toBe(2)
  await expect(page.getByRole('heading', { name: 'Load Failed' })).toBeVisible()
  await expect(page.getByText('The page reloads when')).toHaveCount(0)
  await page.unroute('**/assets/GameCenter-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Game Center' })).toBeVisible()

  // The network is away: nothing is reloaded before it is back.
  await page.route('**/config.json', (route) => route.abort())
  await page.route('**/assets/SettingsModal-*.js', (route) => route.abort())
  await goHome(page, server.url)
  const before = loads()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByText('The page reloads when')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads()).toBe(before)
  await expectNoAxeViolations(page)
  // It goes with what was asked for, which may be asked for again.
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Load Failed' })).toHaveCount(0)
  await expect(page).toHaveURL(`${server.url}/`)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByText('The page reloads when')).toBeVisible()
  await page.unroute('**/assets/SettingsModal-*.js')
  await page.unroute('**/config.json')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await expect.poll(loads).toBe(before + 1)
})

/** Goes to a page, and waits until its code has got as far as to connect: offline it would not get there. */
const goConnected = async (page: Page, url: string) => {
  const connecting = page.waitForEvent('websocket')
  await page.goto(url)
  await connecting
}

/** Runs before the page's scripts: what they want once the page is idle is asked for when the network is away. */
const idleOnceOffline = () => {
  const ask = window.requestIdleCallback
  window.requestIdleCallback = (run) => {
    if (!navigator.onLine) return ask(run)
    window.addEventListener('offline', () => ask(run))
    return 0
  }
}

test('texts that are missing are said in English, an offline page says so, and both are mended by the network', async ({
  page,
  server,
  context,
}) => {
  await keepNotes(page)
  await page.addInitScript(() => localStorage.setItem('locale', 'ja-JP'))
  await page.addInitScript(idleOnceOffline)
  await page.route('**/assets/*.ja-JP-*.js', (route) => route.abort())
  await goConnected(page, `${server.url}/games`)
  await expect(page.getByRole('heading', { name: 'Game Center' })).toBeVisible()
  await expectNote(page, 'Couldn’t load 日本語')
  await page.unroute('**/assets/*.ja-JP-*.js')
  const banner = page.getByText('You’re offline.')
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'ゲームセンター' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP')
})

test('a page that lost the network before its notices were in reloads once when it is back', async ({
  page,
  server,
  context,
}) => {
  await page.addInitScript(idleOnceOffline)
  const loads = countLoads(page)
  await goConnected(page, server.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) => /\/notices-.*\.js$/.test(request.url()))
  await context.setOffline(true)
  await failed
  await context.setOffline(false)
  await expect.poll(loads).toBe(2)
})

test('a match whose connection’s code got lost reloads once the server answers, and connects', async ({
  page,
  server,
}) => {
  const loads = countLoads(page)
  const connecting = page.waitForEvent('websocket', { timeout: 60_000 })
  const failed = page.waitForEvent('requestfailed', (request) => /\/with-link-.*\.js$/.test(request.url()))
  await page.route('**/assets/with-link-*.js', (route) => route.abort())
  await page.route('**/config.json', (route) => route.abort())
  await page.goto(`${server.url}/game/mines-trial`)
  await failed
  await page.unroute('**/assets/with-link-*.js')
  await page.unroute('**/config.json')
  await connecting
  expect(loads()).toBe(2)
})

test('a browser that draws no WebGL and keeps nothing says so, and a match is played all the same', async ({
  page,
  server,
}) => {
  await keepNotes(page)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
  })
  await playTrialToOwnTurn(page, server.url)
  await expectNote(page, 'Your browser blocks storage for this site')
  await expectNote(
    page,
    'You’ll lose your login, guest seat, language and theme when you reload or close this tab.',
  )
  await page.reload()
  await expect(page.getByText('You’re watching this match.')).toBeVisible()
  await playTrialToOwnTurn(page, server.url)
  await expectNote(page, 'Simple board')
  await expect(page.locator('[data-drawing=absent]')).toBeVisible()
  // With less motion not even the clock of a turn: it goes on once a second.
  expect(await movingParts(page)).toEqual([])
  await makeMove(page)
})

/** Runs in the page: its storage takes nothing. */
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
}

test('a storage without room is reported, and what was changed holds in this tab', async ({
  page,
  server,
}) => {
  await keepNotes(page)
  await page.addInitScript(fillStorage)
  await page.goto(`${server.url}/terms`)
  await expectNote(page, 'Your browser’s storage is full')
})

/** Runs before the page's scripts: what is noted of the device stays, however slow the machine is. */
const holdNotes = () => {
  const { setTimeout: later } = globalThis
  const patient = (run: () => void, ms?: number) => later(run, ms === 15_000 ? 600_000 : ms)
  Object.assign(globalThis, { setTimeout: patient })
}

/** Runs in the page: what of the buttons in a sheet's head, its last one and the one that closes it is under a note. */
const coveredIn = (sheet: HTMLElement | SVGElement) => {
  const isSeen = (element: Element) => element.checkVisibility()
  const pressed = [...sheet.querySelectorAll('a[href], button')].filter(isSeen)
  const notes = [...document.querySelectorAll('ul[aria-live] > li')]
  return [...sheet.querySelectorAll('header button'), ...pressed.slice(-2)].flatMap((button) => {
    button.scrollIntoView({ block: 'end', behavior: 'instant' })
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const isUnder = notes.some((note) => {
      const over = note.getBoundingClientRect()
      return left < over.right && right > over.left && top < over.bottom && bottom > over.top
    })
    return isUnder ? (button.getAttribute('aria-label') ?? button.textContent) : []
  })
}

/** Phones, one of them on its side, a tablet, and desktops. */
const screens = [
  [320, 568],
  [390, 844],
  [568, 320],
  [844, 390],
  [768, 1024],
  [1000, 800],
  [1280, 800],
] as const

test('a note covers neither the last button of a sheet nor those of its head, and closes alone', async ({
  page,
  server,
}) => {
  await page.addInitScript(fillStorage)
  await page.addInitScript(holdNotes)
  const note = page.locator('ul[aria-live] > li')
  const sheet = page.getByRole('dialog')
  for (const address of ['?modal=settings', '?modal=themes', '?modal=themes&step=custom', 'login']) {
    await page.goto(`${server.url}/${address}`)
    await expect(sheet).toBeVisible()
    await expect(note).toBeVisible()
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      // Both have their places once all of them is here.
      await expect.poll(() => sheet.evaluate(coveredIn), `${address} at ${width}`).toEqual([])
    }
  }
  await note.getByRole('button', { name: 'Close' }).click()
  await expect(note).toHaveCount(0)
  await expect(sheet).toBeVisible()
})

test('a note over a sheet is in sight where a keyboard or a pinch has pushed its head out of sight', async ({
  page,
  server,
}) => {
  await page.addInitScript(fillStorage)
  await page.addInitScript(holdNotes)
  await page.goto(`${server.url}/login`)
  const note = page.locator('ul[aria-live] > li')
  await expect(note).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await page.getByRole('button', { name: 'Log in or register' }).scrollIntoViewIfNeeded()
  const above = () => note.evaluate((it) => it.getBoundingClientRect().top - (visualViewport?.offsetTop ?? 0))
  expect(await page.evaluate(() => visualViewport?.offsetTop)).toBeGreaterThan(100)
  await expect.poll(above).toBeGreaterThanOrEqual(0)
})

test('a clock that jumps by an hour while the tab is hidden is reported, and turns go by the server’s', async ({
  page,
  server,
}) => {
  await keepNotes(page)
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    let ahead = 0
    Date.now = () => now() + ahead
    addEventListener('test.jump', () => {
      ahead = 3_600_000
    })
  })
  const net = await network(server.port)
  await playTrialToOwnTurn(page, net.url)
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await see('hidden')
  net.freeze()
  await page.evaluate(() => dispatchEvent(new Event('test.jump')))
  await see('visible')
  // Until the server is asked, the turn seems to be over.
  await expect(turnTimer(page)).toHaveText('Your turn0s')
  net.restore()
  await expectNote(page, 'It’s 1 hour off')
  // 180 seconds are given for each turn: an hour ahead none would be left.
  await expect(turnTimer(page)).toHaveText(/turn[1-9]\d{0,2}s/)
  await makeMove(page)
  await net.close()
})
