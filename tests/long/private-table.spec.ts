import type { Page } from '@playwright/test'
import { expectHeader, newRival, playOut, resultRow } from '../harness/battle-pages.ts'
import { expect, result, test } from '../harness/browser.ts'

/** What a new account is given to play with. */
const gift = 1_000

test('two friends play for bonus coins at a private table, by its link alone', async ({
  browser,
  server,
}) => {
  const problems: string[] = []
  const arrive = () => newRival(browser, server.url, problems)
  const [host, friend] = [await arrive(), await arrive()]
  const pages = [host.page, friend.page]

  await host.page.goto(`${server.url}/game/mines-duel`)
  await host.page.getByRole('button', { name: 'Private table' }).click()
  await host.page.getByRole('button', { name: 'Create table' }).click()
  const link = await host.page.getByLabel('Table link').inputValue()
  await friend.page.goto(link)
  const sit = (page: Page) => page.getByRole('button', { name: 'Join for 10 bonus coins' }).click()
  await sit(host.page)
  await expect(
    host.page.getByText('You’re in. We’re holding 10 bonus coins until play starts.'),
  ).toBeVisible()
  await sit(friend.page)
  await expect(friend.page.getByText(/· Turn 1$/)).toBeVisible()
  await playOut(server.url, pages)

  const winners: boolean[] = []
  for (const page of pages) {
    const hasWon = await result(page).getByRole('heading', { name: 'You win' }).isVisible()
    winners.push(hasWon)
    if (hasWon) await expect(resultRow(page, 'Pot')).toContainText('20 bonus coins')
    else await expect(resultRow(page, 'You')).toContainText('−10 bonus coins')
    await result(page).getByRole('button', { name: 'Leave' }).click()
    await expectHeader(page, hasWon ? gift + 10 : gift - 10, 'bonus coins')
    await page.goto(`${server.url}/?modal=history`)
    const row = page.getByRole('dialog', { name: 'Game history' }).getByRole('listitem').first()
    await expect(row).toContainText('Private')
    await expect(row).toContainText(hasWon ? '+10 bonus coins' : '−10 bonus coins')
  }
  expect(winners.sort()).toEqual([false, true])
  expect(problems).toEqual([])
  for (const { context } of [host, friend]) await context.close()
})
