import type { Locator, Page } from '@playwright/test'
import { openable, result, turnTimer } from '../harness/browser.ts'
import { type Network, network } from '../harness/network.ts'
import { type Camera, openPage } from './camera.ts'
import type { Scene } from './scene.ts'

/** A limit against hanging, in milliseconds: practice opponents take their time. */
const matchMs = 180_000

export const press = (place: Page | Locator, name: string | RegExp) =>
  place
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const theirTimer = (page: Page) => page.getByRole('timer').filter({ hasNotText: 'Your turn' })
const lost = (page: Page) => page.getByRole('dialog', { name: /^Out in/ })
const mines = (page: Page) => page.getByRole('gridcell', { name: /, mine/ })
/** Your own seat, once it is out. */
const outOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Turn order' })
    .getByRole('listitem')
    .filter({ hasText: 'You' })
    .filter({ hasText: /Out, |#\d/ })

const connected = (page: Page) => page.getByText('Connected', { exact: true }).first().waitFor()

/** Opens a tile, unless the clock has done so in the meantime. */
export const move = async (page: Page) => {
  const mine = turnTimer(page)
  if (!(await mine.isVisible())) return
  await openable(page)
    .last()
    .click({ timeout: 5_000 })
    .catch(() => undefined)
  await mine.waitFor({ state: 'detached', timeout: matchMs })
}

/** Every picture of a match is taken once, at the first moment that shows what it is about; `kept` are those. */
const onceEach =
  (keep: Camera, kept: Set<string>): Camera =>
  async (name, looking) => {
    if (!kept.has(name) && (await keep(name, looking))) kept.add(name)
    return kept.has(name)
  }
/** More matches than it takes to be out early and late, and to lose one. */
const matchesMost = 12
/** What a match may end before. */
const moments = [
  'gathering',
  'match-turn',
  'match-theirs',
  'match-mine',
  'match-out',
  'reconnect',
  'reconnect-banner',
]

/** Sends an emote unless the last one is still shown. */
const emote = (page: Page) => async () => {
  const button = page.getByRole('toolbar', { name: 'Emotes' }).getByRole('button').first()
  const name = (await button.getAttribute('aria-label')) ?? ''
  const bubble = page.getByRole('list', { name: 'Turn order' }).getByRole('img', { name }).first()
  while (!(await bubble.isVisible()) && !(await result(page).isVisible())) {
    const shown = bubble.waitFor({ timeout: 2_000 })
    await Promise.all([button.click({ timeout: 2_000 }), shown]).catch(() => undefined)
  }
}

/** Plays one trial match; resolves when its result is shown. */
const play = async (page: Page, net: Network, keep: Camera, kept: ReadonlySet<string>) => {
  const [mine, theirs, over] = [turnTimer(page), theirTimer(page), result(page)]
  /** The connection goes, what tells so is looked at, and it comes back. */
  const lookWithoutNet = async (name: string, told: Locator, offline: boolean) => {
    if (kept.has(name)) return
    await page.context().setOffline(offline)
    net.cut()
    await keep(name, { holds: () => told.waitFor() })
    net.restore()
    await page.context().setOffline(false)
    await connected(page)
  }
  await page.goto(net.url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  const gathering = page.getByText(/^Waiting for \d player/).first()
  await gathering.waitFor()
  await keep('gathering', { during: () => gathering.isVisible() })
  for (let turn = 0; ; ) {
    await mine.or(theirs).or(over).first().waitFor({ timeout: matchMs })
    if (await over.isVisible()) return
    if (await outOf(page).isVisible()) {
      await keep('match-out')
      await over.waitFor({ timeout: matchMs })
      return
    }
    if (await mine.isVisible()) {
      turn += 1
      const isSeen = await keep('match-turn', { during: () => mine.isVisible() })
      if (isSeen && turn > 1) await lookWithoutNet('reconnect', page.getByRole('alertdialog'), true)
      await move(page)
      continue
    }
    await keep('match-emote', { holds: emote(page) })
    if (await mines(page).first().isVisible()) await keep('match-mine')
    else if (turn > 0) await keep('match-theirs', { during: () => theirs.isVisible() })
    else if (await theirs.isVisible())
      await lookWithoutNet(
        'reconnect-banner',
        page.getByRole('status').filter({ hasText: 'Reconnecting…' }),
        false,
      )
    await mine.or(over).or(outOf(page)).first().waitFor({ timeout: matchMs })
  }
}

/** The lesson, step by step, from Help and back. */
const showLesson = async (page: Page, keep: Camera) => {
  await press(page, 'Help')
  const help = page.getByRole('dialog', { name: 'How to play' })
  await press(help, 'One-minute lesson')
  const lesson = page.getByRole('dialog', { name: 'One-minute lesson' })
  const open = (at: string) => lesson.getByRole('gridcell', { name: new RegExp(`^${at}, `) }).click()
  await lesson.getByText('A1 shows 1').waitFor()
  await keep('lesson')
  await press(lesson, 'Next')
  await lesson.getByText('One closed tile').waitFor()
  await keep('lesson-certain')
  await open('A2')
  await lesson.getByText('A2 may hide a mine').waitFor()
  await keep('lesson-missed')
  await open('C2')
  await lesson.getByText('C2 is safe').waitFor()
  await keep('lesson-why')
  await press(lesson, 'Next')
  await lesson.getByText('Now no tile is certain').waitFor()
  await keep('lesson-odds')
  await open('D4')
  await lesson.getByRole('button', { name: 'Done' }).waitFor()
  await keep('lesson-over')
  await press(lesson, 'Done')
  await lesson.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
}

/** A result, what opens from it, and the way out of the match. */
const showResult = async (page: Page, keep: Camera) => {
  const over = result(page)
  await over.getByText('Board verified').waitFor()
  await keep('result-lost')
  await press(over, 'Share')
  const share = page.getByRole('dialog', { name: 'Share this result' })
  await share.getByRole('img', { name: /^Trial match: / }).waitFor()
  await keep('share')
  await press(share, 'Close')
  await press(over, /^Board verified/)
  const proof = page.getByRole('dialog', { name: 'How this board is proved' })
  await proof.waitFor()
  await keep('proof')
  await press(proof, 'Close')
  await press(over, 'View board')
  await over.waitFor({ state: 'detached' })
  await keep('match-over')
  await showLesson(page, keep)
  await press(page, 'Leave match')
  await page.getByRole('dialog', { name: 'Ready for real players?' }).waitFor()
  await keep('trial-ended')
}

/** The match at an address, from its fifth move on. */
const showReplay = async (page: Page, address: URL, keep: Camera) => {
  address.searchParams.set('ply', '5')
  await page.goto(address.href)
  await page.getByRole('slider', { name: 'Move' }).waitFor()
  await page.getByText('Board verified').first().waitFor()
  await keep('replay')
}

/** Trial matches, until one was seen in all its moments and the first that was lost to its replay. */
export const trial: Scene = async ({ studio, server }) => {
  const net = await network(server.port)
  const { page, keep, close } = await openPage(studio, { serviceWorkers: 'block' })
  const kept = new Set<string>()
  const once = onceEach(keep, kept)
  const missing = () => [...moments, 'replay'].filter((name) => !kept.has(name))
  for (let match = 0; match < matchesMost && missing().length > 0; match += 1) {
    await play(page, net, once, kept)
    if (kept.has('replay') || !(await lost(page).isVisible())) continue
    const address = new URL(page.url())
    await showResult(page, once)
    await showReplay(page, address, once)
  }
  if (missing().length > 0) throw new Error(`No match showed ${missing().join(', ')}.`)
  await close()
  await net.close()
}
