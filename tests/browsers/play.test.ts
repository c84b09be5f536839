import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usableLanguages } from '@minefall/shared/languages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { codeTo, manyFromOneAddress, signInByCode } from '../harness/accounts.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'
import { quick } from '../harness/settings.ts'
import { keptSession } from '../harness/signed-in.ts'
import { chromium, firefox, type Running, type Size, webKit } from './engines.ts'
import { type BrowserPage, enter, pageOf } from './page.ts'

const sizes: readonly Size[] = [
  { name: 'desktop', width: 1280, height: 800, isTouched: false },
  { name: 'phone', width: 390, height: 844, isTouched: true },
]

const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`

let server: Server
beforeAll(async () => {
  server = await startServer({ ...quick, ...manyFromOneAddress }, longTurns)
})
afterAll(() => server.remove())

const ended = /You win|Out in|share the pot|Match canceled|Match over| wins$/
const isMyTurn = () =>
  [...document.querySelectorAll('[role=timer]')].some(({ textContent }) => textContent?.includes('Your turn'))
const closedTiles = () =>
  document.querySelectorAll('[role=gridcell][aria-label$=", closed"]:not([aria-disabled=true])').length
const shownTurn = () => /· Turn \d+/.exec(document.body.innerText)?.[0]

/** Waits for the player's turn; answers false when the match ended instead. */
const myTurn = async (page: BrowserPage): Promise<boolean> => {
  let isOver = false
  await expect
    .poll(async () => {
      isOver = await page.has('dialog', ended)
      return isOver || ((await page.run(isMyTurn)) && (await page.run(closedTiles)))
    })
    .toBeTruthy()
  return !isOver
}

const move = async (page: BrowserPage) => {
  const turn = await page.run(shownTurn)
  await page.press('tile', /, closed$/)
  await expect
    .poll(async () => (await page.has('dialog', ended)) || (await page.run(shownTurn)) !== turn)
    .toBe(true)
}

/** Into a trial from Home until the player has moved and has the turn again: no one else can move. */
const toSecondTurn = async (page: BrowserPage) => {
  do {
    await page.go(server.url)
    await page.press('pressable', /^Play a trial/)
    if (await myTurn(page)) await move(page)
  } while (!(await myTurn(page)))
}

const openedTiles = () =>
  [...document.querySelectorAll('[role=gridcell]')]
    .map((cell) => cell.getAttribute('aria-label') ?? '')
    .filter((label) => !label.endsWith(', closed'))

const clearStorage = () => {
  localStorage.clear()
  sessionStorage.clear()
}

/** The account of a new session is signed in. */
const signIn = async (page: BrowserPage) => {
  const session = { contact: newEmail(), deviceId: randomBytes(16).toString('hex') }
  const { token } = await signInByCode(server.url, session)
  await page.run(
    (kept: Record<string, string>) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    await keptSession(server.url, token),
  )
}

const windowsSchema = z.array(z.string())

/** Where pictures are kept, which are looked at side by side; then Chromium is played with, too. */
const folder = process.env.BROWSER_PICTURES

for (const engine of folder ? [chromium, firefox, webKit] : [firefox, webKit]) {
  const missing = engine.missing()
  if (missing.length > 0)
    console.log(
      `${engine.name} is left out, for want of ${missing.join(', ')}: on Debian, apt-get install ${engine.packages}`,
    )
  describe.skipIf(missing.length > 0).each(sizes)(`${engine.name} on a $name`, (size) => {
    let browser: Running
    let page: BrowserPage
    beforeAll(async () => {
      browser = await engine.start(size)
      page = pageOf(browser)
    })
    afterAll(() => browser.end())
    beforeEach(async () => {
      // A page that stays: the offline page goes on to Home as soon as the server answers, over the page that is asked for next.
      await page.go(`${server.url}/icon.svg`)
      await page.run(clearStorage)
      await browser.ask('forget')
    })

    const keep = async (name: string) => {
      if (!folder) return
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, `${name}-${size.name}-${engine.name}.png`), await page.picture())
    }

    it('plays a trial from Home to its checked end, over a reload in mid-match and away and back', async () => {
      await toSecondTurn(page)
      const [address, opened] = [await page.address(), await page.run(openedTiles)]
      await page.reload()
      expect(await myTurn(page)).toBe(true)
      expect(await page.address()).toBe(address)
      expect(await page.run(openedTiles)).toEqual(opened)
      await keep('match')
      // More than once: what a page sends itself while it leaves is lost to it in WebKit, if not each time.
      for (let times = 0; times < 3; times += 1) {
        await page.go(`${server.url}/readyz`)
        await browser.ask('back')
        expect(await myTurn(page)).toBe(true)
      }
      while (await myTurn(page)) await move(page)
      await expect.poll(() => page.says()).toContain('Board verified')
      await keep('result')
    })

    it('logs in with a code, and stays signed in over a reload', async () => {
      const email = newEmail()
      await page.go(`${server.url}/login`)
      await page.fill(/^Phone or email/, email)
      await page.press('button', /^Send code/)
      await expect.poll(() => page.says()).toContain('Verification code sent')
      await page.fill(/^Verification code/, await codeTo(server.url, email))
      await page.key(enter)
      await page.get('link', /profile$/)
      await page.reload()
      await page.get('link', /profile$/)
    })

    it('pays a deposit in the window of the checkout', async () => {
      await signIn(page)
      await page.go(`${server.url}/?modal=deposit`)
      await page.press('radio', /^Online checkout/)
      await page.fill(/^You get/, '1000')
      await page.press('button', /^Review order/)
      await expect.poll(() => page.says()).toContain('Your rate is locked')
      if (await page.has('checkbox', /^I accept the terms/))
        await page.press('checkbox', /^I accept the terms/)
      await page.press('button', /^Place order for /)
      const windows = async () => windowsSchema.parse(await browser.ask('windows'))
      const [own] = await windows()
      await page.press('button', /^Pay \$/)
      await expect.poll(() => windows()).toHaveLength(2)
      await browser.ask('enter', { handle: (await windows()).find((each) => each !== own) })
      await page.press('button', /^Pay$/)
      await expect.poll(() => page.says()).not.toContain('Decline')
      await browser.ask('leave')
      await browser.ask('enter', { handle: own })
      await page.get('heading', /^Coins added$/)
      expect(await page.says()).toContain('Test money')
      await page.go(`${server.url}/?modal=wallet`)
      await page.get('link', /^Deposit.*Test money/)
      await keep('wallet')
    })

    it('wears a theme that is chosen, also after a reload', async () => {
      const worn = () => getComputedStyle(document.body).backgroundColor
      await page.go(`${server.url}/?modal=themes`)
      for (const [name, background] of [
        [/^Paper/, 'rgb(244, 235, 215)'],
        [/^Ocean/, 'rgb(5, 26, 39)'],
      ] as const) {
        await page.press('radio', name)
        await expect.poll(() => page.run(worn)).toBe(background)
      }
      await page.reload()
      expect(await page.run(worn)).toBe('rgb(5, 26, 39)')
      await page.get('radio', /^Ocean/)
      await keep('themes')
    })

    it('speaks each language, with nothing beyond the page’s edge', async () => {
      await page.go(server.url)
      const isWhole = () =>
        document.querySelector('header')?.innerText.includes('1,000') &&
        !document.querySelector('[aria-busy=true]')
      await expect.poll(() => page.run(isWhole)).toBe(true)
      await keep('home')
      for (const { id } of [...usableLanguages].reverse()) {
        await page.get('combobox', /./)
        await page.run((language: string) => {
          const select = document.querySelector<HTMLSelectElement>('header select')
          if (!select) return
          select.value = language
          select.dispatchEvent(new Event('change', { bubbles: true }))
        }, id)
        await expect.poll(() => page.run(() => document.documentElement.lang)).toBe(id)
        await page.reload()
        await expect.poll(() => page.run(() => document.documentElement.lang)).toBe(id)
        const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        expect(await page.run(beyond)).toBe(0)
      }
    })

    it('complains about nothing', () => {
      const complaint = /JavaScript error: http|console\.(error|warn):|CONSOLE \S+ (ERROR|WARN)|CRASH/
      // Firefox says so of what a page that is left still asked for, and of Mozilla’s experiments.
      const left = /dynamically imported module|preload CSS|could not be sent|RSLoader/
      expect(
        browser
          .printed()
          .split('\n')
          .filter((line) => complaint.test(line) && !left.test(line)),
      ).toEqual([])
    })
  })
}
