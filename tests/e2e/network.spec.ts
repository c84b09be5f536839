import type { Page } from '@playwright/test'
import {
  expect,
  makeMove,
  openable,
  playToTheEnd,
  playTrialToOwnTurn,
  playTrialToSecondTurn,
  result,
  test,
  turnTimer,
} from '../harness/browser.ts'
import { type Network, network } from '../harness/network.ts'
import { connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import { expectSameBoard, expectToCatchUp, matchIdOf, shown, tileName } from '../harness/same-board.ts'

/** The tiles that were opened in a turn and how, once it is over; then no one watches any more. */
const madeIn = async (watcher: Player, turn: number | undefined) => {
  const { moves } = await watcher.until((state) => hasEnded(state) || state.turn?.turn !== turn)
  watcher.leave()
  return moves.filter((move) => move.turn === turn).map(({ tile, by }) => [tileName(tile), by])
}

test.describe('with its own network', () => {
  let net: Network
  test.beforeEach(async ({ server }) => {
    net = await network(server.port)
  })
  test.afterEach(() => net.close())

  test('a network cut in mid-turn is announced, keeps the seat and a press, and comes back to the same state', async ({
    page,
    server,
    context,
  }) => {
    await playTrialToOwnTurn(page, net.url)
    const matchId = await matchIdOf(page)
    const watcher = await connectPlayer(server.url)
    await watcher.follow(matchId)
    const { turn } = await watcher.until((state) => state.turn !== null)
    const cell = openable(page).first()
    const name = ((await cell.getAttribute('aria-label')) ?? '').replace(', closed', '')
    // Pressed the moment the network goes, before the screen can say so.
    await cell.evaluate((tile: HTMLElement) =>
      window.addEventListener('offline', () => tile.click(), { once: true }),
    )
    // A phone that loses its network says so to the page, and nothing gets through.
    await context.setOffline(true)
    net.cut()
    const overlay = page.getByRole('alertdialog')
    await expect(overlay).toContainText('You’re offline')
    await expect(overlay).toContainText(`You chose ${name}. We’ll send it when you’re back`)
    const left = async () => Number(/(\d+)\s+seconds left/.exec(await overlay.innerText())?.[1])
    await expect.poll(left).toBeGreaterThan(0)
    // It is a dialog: keys stay in it, and none takes it away.
    const retry = overlay.getByRole('button', { name: 'Try now' })
    await expect(retry).toBeFocused()
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Escape']) {
      await page.keyboard.press(key)
      await expect(retry).toBeFocused()
    }
    const before = await left()
    await expect.poll(left).toBeLessThan(before)
    net.restore()
    await context.setOffline(false)
    await expect(overlay).toHaveCount(0)
    expect(await madeIn(watcher, turn?.turn)).toEqual([[name, 'hand']])
    await expectSameBoard(page, server.url, matchId)
    await playToTheEnd(page)
    await expect(result(page).getByText('Board verified')).toBeVisible()
  })

  test('a move pressed while the line is dead is made once, when it is back', { tag: '@long' }, async ({
    page,
    server,
  }) => {
    await playTrialToOwnTurn(page, net.url)
    // The page may have the next board by the time it is looked at.
    const watcher = await connectPlayer(server.url)
    await watcher.follow(await matchIdOf(page))
    const { turn } = await watcher.until((state) => state.turn !== null)
    const cell = openable(page).first()
    const name = ((await cell.getAttribute('aria-label')) ?? '').replace(', closed', '')
    net.freeze()
    await cell.click()
    await expect(page.getByRole('gridcell', { name: `${name}, pending, sent` })).toBeVisible()
    net.restore()
    expect(await madeIn(watcher, turn?.turn)).toEqual([[name, 'hand']])
    await expect(page.getByRole('gridcell', { name: /, pending/ })).toHaveCount(0)
  })
})

test('a reload finds the match again', { tag: '@long' }, async ({ page, server }) => {
  await playTrialToSecondTurn(page, server.url)
  const matchId = await matchIdOf(page)
  await page.reload()
  await expectSameBoard(page, server.url, matchId)
  await playToTheEnd(page)
})

test('a second tab shows the same match, and either may play', { tag: '@long' }, async ({
  page,
  server,
  context,
}) => {
  await playTrialToOwnTurn(page, server.url)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(turnTimer(second)).toBeVisible()
  await makeMove(second)
  await expect
    .poll(async () => JSON.stringify(await shown(page)) === JSON.stringify(await shown(second)))
    .toBe(true)
  await playToTheEnd(page)
  await expect(result(second)).toBeVisible()
})

// `tests/long/network.spec.ts` has one frozen for longer than a connection lives without an answer.
test('a tab frozen for 2 s catches up', async ({ page, server }) => {
  await expectToCatchUp(page, server.url, 2_000)
})

test('SIGKILL of the server in mid-match: the open page finds its match on its own', {
  tag: '@long',
}, async ({ page, ownServer }) => {
  test.slow()
  const server = await ownServer({})
  await playTrialToSecondTurn(page, server.url)
  const matchId = await matchIdOf(page)
  const before = (await shown(page)).filter((label) => !label.endsWith(', closed'))
  await server.kill()
  await expect(page.getByText(/Connecting|Reconnecting/).first()).toBeVisible()
  await server.start()
  await expectSameBoard(page, server.url, matchId)
  expect(await shown(page)).toEqual(expect.arrayContaining(before))
  await playToTheEnd(page)
  await expect(result(page).getByText('Board verified')).toBeVisible()
})

/** Loses what the page sends itself from now on, as Firefox and WebKit do. Answers once something is lost, and what restores it. */
const leave = async (page: Page) => {
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype
    globalThis.lost = new Promise((resolve) => {
      MessagePort.prototype.postMessage = () => resolve()
    })
    addEventListener('test.return', () => {
      MessagePort.prototype.postMessage = postMessage
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
  })
  return {
    lost: () => page.evaluate(() => globalThis.lost),
    restore: () => page.evaluate(() => dispatchEvent(new Event('test.return'))),
  }
}

declare global {
  /** Resolves when a page that was left has lost a message to itself. */
  var lost: Promise<void>
}

test('a page restored from the history goes on, though what it sent itself while it left is lost', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page.getByText('1,000 trial coins')).toBeAttached()
  const left = await leave(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await left.lost()
  await left.restore()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCSS('opacity', '1')
  await test.step('the desk’s too', async () => {
    await page.goto(`${server.url}/desk/`)
    await page.getByLabel('Email address').fill('someone@home.example')
    await page.getByLabel('Password').fill('a wrong password')
    await page.getByLabel('Code').fill('000000')
    const left = await leave(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await left.lost()
    await left.restore()
    await expect(page.getByRole('alert')).toBeVisible()
  })
})
