import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../harness/axe.ts'
import {
  board,
  expect,
  goWithin,
  listenToStory,
  myTurn,
  phone,
  playToTheEnd,
  playTrial,
  playTrialToOwnTurn,
  result,
  test,
} from '../harness/browser.ts'
import { framesPass } from '../harness/faded.ts'
import { connectPlayer } from '../harness/player.ts'
import { matchIdOf } from '../harness/same-board.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('a guest plays a trial of five to its result and again', async ({ page, server, problems }) => {
    // Here everything moves, as it does for most players.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await playTrialToOwnTurn(page, server.url, playTrial)
    const seats = page.getByRole('list', { name: 'Turn order' }).getByRole('listitem')
    await expect(seats).toHaveCount(5)
    await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
    const first = await matchIdOf(page)
    await playToTheEnd(page)
    await expect(result(page)).toBeVisible()
    await expect(result(page).getByText('Board verified')).toBeVisible()
    await page.screenshot({ path: 'tests/output/screens/result-phone.png' })

    await result(page)
      .getByRole('button', { name: /^Rematch/ })
      .click()
    await expect.poll(() => matchIdOf(page)).not.toBe(first)
    await expect(seats).toHaveCount(5)
    await expect(board(page).getByRole('gridcell')).toHaveCount(36)
    expect(problems).toEqual([])
  })
})

declare global {
  /** The tags of the notifications that are shown. */
  var tagsShown: () => string[]
}

test('a rematch that starts after Leave is played, and nothing of the match before it stays', async ({
  page,
  server,
}) => {
  // A hidden tab of a player who lets it send notifications; those that are shown, by their tags.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    const shown = new Map<string, { close(): void }>()
    const registration = {
      active: {},
      showNotification: async (_: string, { tag = '' }: NotificationOptions) =>
        void shown.set(tag, { close: () => shown.delete(tag) }),
      getNotifications: async ({ tag = '' }) => [shown.get(tag) ?? []].flat(),
    }
    Object.assign(navigator.serviceWorker, { getRegistration: async () => registration })
    globalThis.tagsShown = () => [...shown.keys()]
  })
  const tags = () => page.evaluate(() => globalThis.tagsShown())
  let waiting: (() => void)[] | null = null
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    far.onMessage((message) => {
      if (waiting) waiting.push(() => near.send(message))
      else near.send(message)
    })
  })
  await playTrialToOwnTurn(page, server.url)
  await playToTheEnd(page)
  const first = await matchIdOf(page)
  await expect.poll(tags).toContain(`match-${first}`)
  const held: (() => void)[] = []
  waiting = held
  await result(page)
    .getByRole('button', { name: /^Rematch/ })
    .click()
  await result(page).getByRole('button', { name: 'Leave' }).click()
  const ended = page.getByRole('dialog', { name: 'Ready for real players?' })
  await expect(ended).toBeVisible()
  waiting = null
  for (const send of held) send()
  await expect.poll(() => matchIdOf(page)).not.toBe(first)
  await expect(board(page)).toBeVisible()
  await expect(ended).toBeHidden()
  await expect.poll(tags).not.toContain(`match-${first}`)
})

/** Keeps what the lesson's live region says, from now on. */
const listenToLesson = () => {
  globalThis.said = []
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const text = element?.closest('[role=dialog] [role=status]')?.textContent
      if (text && text !== globalThis.said.at(-1)) globalThis.said.push(text)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Closes the result, which does not open again when the wish for motion changes. */
const closeResult = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(result(page)).toBeHidden()
  const calm = page.locator('[data-motion=reduced]')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(calm).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(calm).toHaveCount(1)
  // What follows from the change is drawn within two frames.
  await framesPass(page, 2)
  await expect(result(page)).toBeHidden()
}

/** To Help, and through the lesson by keyboard; each step is said aloud. */
const takeLesson = async (page: Page) => {
  await page.evaluate(listenToLesson)
  await page.getByRole('button', { name: 'Help' }).press('Enter')
  await page.getByRole('button', { name: 'One-minute lesson' }).press('Enter')
  const lesson = page.getByRole('dialog', { name: 'One-minute lesson' })
  const told = lesson.getByRole('status')
  const cell = (at: string) => lesson.getByRole('gridcell', { name: new RegExp(`^${at}, `) })
  await expect(told).toContainText('A1 shows 1')
  await expect(lesson.getByText('Kestrel, Pip, and Juno are waiting for you.')).toBeVisible()
  await lesson.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(cell('A1')).toBeFocused()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(told).toContainText('A2 may hide a mine')
  await expect(cell('A2')).toHaveAccessibleName('A2, closed')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(told).toContainText('C2 is safe')
  await expect(cell('C2')).toHaveAccessibleName('C2, safe, 2 mines near, opened by you')
  await lesson.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(lesson.getByRole('list', { name: 'Risk of each closed tile' })).toContainText('14%')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(told).toContainText('Safe. At 14%')
  const steps = [/^B1 shows 1 too/, /^A2 may hide/, /^C2 is safe/, /^Now no tile is certain/, /^Safe. At 14%/]
  const said = await page.evaluate(() => globalThis.said)
  expect(said).toEqual(steps.map((step) => expect.stringMatching(step)))
  await expectNoAxeViolations(page)
  await lesson.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(lesson).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'How to play' })).toBeVisible()
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a whole match is played by keyboard, and its live log reads as a story', async ({
    page,
    server,
    problems,
  }) => {
    await page.addInitScript(listenToStory)
    do {
      await page.goto(server.url)
      const play = page.getByRole('link', { name: 'Play a trial' }).first()
      await play.focus()
      await page.keyboard.press('Enter')
      await expect(board(page)).toBeVisible()
      await expect(page.locator('h1:focus, main :focus')).toHaveCount(1)
    } while (!(await myTurn(page)))

    await expect(page).toHaveTitle('Your turn - Minefall')
    await expect(board(page).getByRole('gridcell', { name: /, opened by the house$/ })).toHaveCount(5)
    await playToTheEnd(page, async () => {
      await board(page).getByRole('gridcell').and(page.locator('[tabindex="0"]')).focus()
      for (const key of ['Control+Home', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
      // Walk until a closed tile has the focus, then open it.
      for (let step = 0; step < 36; step += 1) {
        const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
        if (label.endsWith(', closed')) break
        await page.keyboard.press(step % 6 === 5 ? 'ArrowDown' : 'ArrowRight')
        if (step % 6 === 5) await page.keyboard.press('Home')
      }
      await page.keyboard.press('Enter')
    })
    await expect(result(page)).toBeVisible()
    await expect(result(page).getByText('Board verified')).toBeVisible()
    await page.screenshot({ path: 'tests/output/screens/result-desktop.png' })
    const story = await page.evaluate(() => globalThis.said)
    const text = story.join('\n')
    expect(text).toMatch(/Your turn/)
    expect(text).toMatch(/Opened by the house \(mines near\): [A-F][1-6] \(\d\)/)
    expect(text).toMatch(/opened [A-F][1-6]/)
    expect(text).toMatch(/Out: |A mine\./)
    expect(text).toMatch(/The match is over|share the pot/)
    // Nothing is said twice in a row, except that a slow server gave time back.
    const told = story.filter((line) => !/ got \d+ seconds? back\.$/.test(line))
    for (const [index, line] of told.entries()) expect(line).not.toBe(told[index - 1])

    // Those who lost their first match are offered the lesson, once.
    const isLost = await page.getByRole('dialog', { name: /^Out in/ }).isVisible()
    const offer = result(page).getByRole('button', { name: 'One-minute lesson' })
    await expect(offer).toHaveCount(isLost ? 1 : 0)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('lesson_offered')))
      .toBe(isLost ? await matchIdOf(page) : null)
    await closeResult(page)
    await takeLesson(page)
    expect(problems).toEqual([])
  })
})

test('a guest refused for their network sees until when, and can log in instead', async ({
  page,
  ownServer,
  problems,
}) => {
  const { url } = await ownServer({ GUESTS_PER_ADDRESS_HOUR: '1' })
  const first = await connectPlayer(url)
  await first.join('mines-trial', '100', 'trial')
  first.leave()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  const told = page.getByRole('alert')
  await expect(told).toContainText('Too many new players on your network.')
  await expectNoAxeViolations(page)
  await page.screenshot({ path: 'tests/output/screens/crowded-phone.png' })
  await told.getByRole('button', { name: 'Log in' }).click()
  // It hears keys once it has the focus.
  await expect(page.getByLabel('Phone or email')).toBeFocused()
  await page.keyboard.press('Escape')
  await goWithin(page, '/games')
  await expect(page.getByRole('heading', { name: 'Game Center' })).toBeVisible()
  expect(problems).toEqual([])
})
