import { randomBytes } from 'node:crypto'
import {
  type BrowserContextOptions,
  test as base,
  type Locator,
  type Page,
  expect as playwrightExpect,
} from '@playwright/test'
import { type DeskClient, hireStaff, openDesk } from './desk.ts'
import { pageSettings } from './page-settings.ts'
import { connectPlayer, type Player } from './player.ts'
import { longTurns, type Server, type Settings, startServer } from './server.ts'

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** On a new device unless it is named. */
export type PlayerOf = (url: string, token: string, deviceId?: string) => Promise<Player>

/** What takes a day is due at once, and a day's losses at private tables are soon too many. */
const dueAtOnce: Settings = {
  WITHDRAW_HOLDOFF_HOURS: '0',
  LIMIT_RAISE_HOURS: '0',
  PRIVATE_LOSS_COINS_PER_DAY: '500',
}

type OfTest = {
  /** Starts a server for this test alone. */
  ownServer(settings: Settings): Promise<Server>
  /** Connects an account beside the pages. */
  playerOf: PlayerOf
  /** What the page complained about. */
  problems: string[]
}

type OfWorker = {
  /** One running program for all tests that do not harm it. */
  server: Server
  /** Someone at its desk. */
  finance: DeskClient
}

/**
 * The start of a server costs as much as Home does, and what a file adds for a whole worker costs a worker and a browser of
 * its own: what serves one file begins in its `beforeAll`.
 */
export const test = base.extend<OfTest, OfWorker>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ ...(await pageSettings()), ...dueAtOnce }, longTurns)
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  finance: [
    async ({ server }, use) => {
      const [hired] = await hireStaff(server, ['finance'])
      if (!hired) throw new Error('no one was hired')
      await use(await openDesk(server.url, hired))
    },
    { scope: 'worker' },
  ],
  ownServer: async ({ browserName: _ }, use) => {
    const started: Server[] = []
    await use(async (settings) => {
      const server = await startServer({ ...(await pageSettings()), ...settings }, longTurns)
      started.push(server)
      return server
    })
    for (const server of started) await server.remove()
  },
  playerOf: async ({ browserName: _ }, use) => {
    const players: Player[] = []
    await use(async (url, token, deviceId = randomBytes(16).toString('hex')) => {
      const player = await connectPlayer(url, deviceId, new Map(), token)
      players.push(player)
      return player
    })
    for (const player of players) player.leave()
  },
  problems: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await use(problems)
  },
})

declare global {
  /** What a page's live regions said, in order. */
  var said: string[]
  /** How many animation frames a page asked for. */
  var framesAsked: number
}

/**
 * Whenever an element isn't visible yet, Playwright's own `toBeVisible` describes the whole page for the case that it never
 * is: one in sixteen of all processor seconds. A locator's wait doesn't.
 */
export const expect = playwrightExpect.extend({
  async toBeVisible(locator: Locator, { timeout }: { timeout?: number } = {}) {
    const state = this.isNot ? 'hidden' : 'visible'
    await locator.waitFor({ state, timeout: timeout ?? this.timeout })
    return { pass: !this.isNot, message: () => '' }
  },
})

/** Keeps what the match's live log says, from the page's first script on: lines may be taken away again. */
export const listenToStory = () => {
  globalThis.said = []
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      if (!element?.closest('[data-story]')) continue
      for (const { textContent } of addedNodes) if (textContent) globalThis.said.push(textContent.trim())
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Goes to another address as a link does, without loading the page again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)

export const board = (page: Page): Locator => page.getByRole('grid')
/** The dialog that tells how the match ended. */
export const result = (page: Page): Locator =>
  page.getByRole('dialog', { name: /You win|Out in|share the pot|Match canceled|Match over| wins$/ })

/** Opens Home and waits until the page has taken over its links: before that each of them loads a page. */
export const goHome = async (page: Page, url: string) => {
  await page.goto(url)
  await expect(page.locator('html')).not.toHaveAttribute('data-waits')
}

/** From Home into a trial match, in one tap, as a guest does. */
export const playTrial = async (page: Page, url: string) => {
  await page.goto(url)
  await page
    .getByRole('link', { name: 'Play a trial' })
    .or(page.getByRole('button', { name: 'Play a trial' }))
    .first()
    .click()
  await expect(board(page)).toBeVisible()
}

export const turnTimer = (page: Page): Locator => page.getByRole('timer').filter({ hasText: 'Your turn' })

/** Cells of the present board that are closed and may be opened now. */
export const openable = (page: Page): Locator =>
  page
    .locator('[role=gridcell]:not([aria-disabled=true])')
    .and(page.getByRole('gridcell', { name: /, closed$/ }))

/**
 * Waits until the player may open a tile; answers false when the match is `over` instead. The board and what stands around
 * it hear of a turn in separate tasks: both must have.
 */
export const myTurn = async (page: Page, over = result(page)): Promise<boolean> => {
  await expect(openable(page).or(over).first()).toBeVisible()
  await expect(turnTimer(page).or(over).first()).toBeVisible()
  return !(await over.isVisible())
}

/** Into a trial match by its address: Home, which costs as much as a match, is left out. */
const sitAtTrial = async (page: Page, url: string) => {
  await page.goto(`${url}/game/mines-trial`)
  await expect(board(page)).toBeVisible()
}

/**
 * Into a trial match in which it is the player's turn: now and then a match is over before everyone has moved, and then
 * there is another.
 */
export const playTrialToOwnTurn = async (page: Page, url: string, enter = sitAtTrial) => {
  do await enter(page, url)
  while (!(await myTurn(page)))
}

const pressFirstTile = async (page: Page) => openable(page).first().click()

const namesOfOpenable = async (page: Page): Promise<string> =>
  (await openable(page).evaluateAll((cells) => cells.map(({ ariaLabel }) => ariaLabel))).join()

/**
 * Makes the move of the running turn, which is the player's, and waits until that turn is over, for the header and for the
 * board. The pressed tile says less: it is closed again on a next board.
 */
export const makeMove = async (page: Page, press: (page: Page) => Promise<void> = pressFirstTile) => {
  await expect(openable(page).first()).toBeVisible()
  const turn = (await page.getByText(/· Turn \d+/).textContent()) ?? ''
  const tiles = await namesOfOpenable(page)
  await press(page)
  await expect(async () => {
    const isOver =
      !(await page.getByText(turn, { exact: true }).isVisible()) && (await namesOfOpenable(page)) !== tiles
    expect(isOver || (await result(page).isVisible())).toBe(true)
  }).toPass({ timeout: 240_000 })
}

/** Makes moves whenever it is the player's turn, until the result is shown. */
export const playToTheEnd = async (page: Page, press?: (page: Page) => Promise<void>) => {
  while (await myTurn(page)) await makeMove(page, press)
}

/** Into a trial match in which the player has moved, is still in, and has the turn again: no one else can move. */
export const playTrialToSecondTurn = async (page: Page, url: string) => {
  do {
    await playTrialToOwnTurn(page, url)
    await makeMove(page)
  } while (!(await myTurn(page)))
}

/** Keeps what the server says on a page's live connections from it until the answer is called. */
export const holdBack = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    far.onMessage(async (message) => {
      await released
      near.send(message)
    })
  })
  return release
}
