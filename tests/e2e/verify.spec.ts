import { addressOf } from '@minefall/shared/contracts'
import { fairnessCalls } from '@minefall/shared/contracts/rest'
import { failedStep, verifyRecord } from '@minefall/shared/record'
import { expect, goWithin, test } from '../harness/browser.ts'
import { connectPlayer } from '../harness/player.ts'

/** Plays a trial to its end, and reads its record as a stranger would. */
const readMatchRecord = async (url: string) => {
  const guest = await connectPlayer(url)
  const matchId = await guest.join('mines-trial', '100', 'trial')
  await guest.play()
  guest.leave()
  const answer = await fetch(url + addressOf(fairnessCalls.record, { params: { id: matchId } }))
  return { matchId, text: await answer.text() }
}

test('a match is checked by its link, a record without a network, and a wrong byte shows the step that fails', async ({
  page,
  server,
  context,
  problems,
}) => {
  const { matchId, text } = await readMatchRecord(server.url)
  await page.goto(`${server.url}/verify#${matchId}`)
  await expect(page.getByRole('status').filter({ hasText: 'Everything checks out' })).toBeVisible()
  await expect(page.locator('li[data-outcome="holds"]')).toHaveCount(12)

  // The newest tile of that match has its mark, which says what was checked.
  await goWithin(page, `/game/mines-trial?match=${matchId}`)
  // The result hears keys once it has the focus.
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Checked against its seal' }).click()
  await expect(page.getByText('Your browser checked this tile against the seal')).toBeVisible()

  await goWithin(page, '/verify#voids')
  await expect(page.getByRole('heading', { name: 'Canceled matches' })).toBeVisible()

  await context.setOffline(true)
  const field = page.getByLabel('Match ID, link, or record')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await field.fill(text)
  await check.click()
  await expect(page.locator('li[data-outcome="holds"]')).toHaveCount(11)
  await expect(page.getByRole('listitem').filter({ hasText: 'This site' })).toContainText('Not checked')

  const wrong = text.replace(/"salt":"./, '"salt":"x')
  await field.fill(wrong)
  await check.click()
  await expect(page.getByRole('status').filter({ hasText: 'This record fails at “Format”' })).toBeVisible()
  const salt = text.lastIndexOf('"salt":"') + 8
  const moved = text.slice(0, salt) + (text[salt] === '0' ? '1' : '0') + text.slice(salt + 1)
  await field.fill(moved)
  await check.click()
  await expect(page.getByRole('status').filter({ hasText: 'This record fails at “Moves”' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Payouts' })).toContainText('Not checked')

  // A file that is gone before it is read.
  await page.evaluate(() => {
    File.prototype.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'record.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()

  // A page without a network says so of what it asks for.
  expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('the page names the same step as the command for 500 bytes changed at random @long', async ({
  page,
  server,
  context,
}) => {
  const { text } = await readMatchRecord(server.url)
  await page.goto(`${server.url}/verify`)
  const field = page.getByLabel('Match ID, link, or record')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await field.fill(text)
  await check.click()
  await expect(page.getByRole('status').filter({ hasText: 'Everything checks out' })).toBeVisible()
  await context.setOffline(true)
  for (let n = 0; n < 500; n += 1) {
    // What the check before found is gone.
    await field.fill('none')
    await check.click()
    await expect(page.locator('[data-step]')).toHaveCount(0)
    // A stride that visits places all over the record behind its brace, without which it is none; the same in every run.
    const at = 1 + ((n * 7_919) % (text.length - 1))
    const code = text.charCodeAt(at)
    const changed = text.slice(0, at) + String.fromCharCode(code ^ (code > 0x7f ? 1 : 2)) + text.slice(at + 1)
    const expected = failedStep(await verifyRecord(changed))?.step
    expect(expected, `byte ${at}`).toBeDefined()
    await field.fill(changed)
    await check.click()
    await expect(page.locator(`[data-step="${expected}"][data-outcome="fails"]`)).toBeVisible()
  }
})
