import { expect, playTrialToOwnTurn } from '../harness/browser.ts'
import { atDesk, guestRow, test } from '../harness/desk-house.ts'
import { network } from '../harness/network.ts'

// On a machine that does nothing else: `workers` is 1.
test('a lost line is seen within 5 s, and one that staff end is over within 2 s', async ({
  browser,
  page: home,
  house: { server, admin },
}) => {
  const net = await network(server.port)
  await playTrialToOwnTurn(home, net.url)
  const { desk, close } = await atDesk(browser, server, admin)
  const row = await guestRow(desk)
  await row.click()

  let began = Date.now()
  net.freeze()
  await expect(row).toContainText('Lost')
  const seenMs = Date.now() - began
  net.restore()
  await expect(row).toContainText('Live')

  await desk.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = desk.getByRole('dialog', { name: /^Disconnect / })
  await dialog.getByRole('button', { name: 'Stuck connection' }).click()
  began = Date.now()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(row).toContainText('Lost, kicked')
  await expect(home.getByText('You were removed from the game.').first()).toBeVisible()
  const endedMs = Date.now() - began

  console.log(`seen as lost after ${seenMs} ms, ended and seen so after ${endedMs} ms`)
  expect(seenMs).toBeLessThan(5_000)
  expect(endedMs).toBeLessThan(2_000)
  await close()
  await net.close()
})
