import { randomUUID } from 'node:crypto'
import { expect, playTrialToOwnTurn, test } from '../harness/browser.ts'
import { atDesk, guestRow, houseOfFile, openPage } from '../harness/desk-house.ts'
import { framesDuring, pretendConnections } from '../harness/desk-rows.ts'
import { framesPass } from '../harness/faded.ts'
import { network } from '../harness/network.ts'

const house = houseOfFile()

// On a machine that does nothing else: `workers` is 1.
test('a lost line is seen within 5 s, and one that staff end is over within 2 s', async ({
  browser,
  page: home,
}) => {
  const { server, admin } = house()
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

test('5,000 connections of which a thousand change every second: the page scrolls and filters', async ({
  browser,
}) => {
  const { server, agent } = house()
  const { desk, close } = await atDesk(browser, server, agent, (page) =>
    pretendConnections(page, { id: randomUUID(), email: agent.email, name: 'Agent', role: 'admin' }, 5_000),
  )
  await openPage(desk, 'Connections')
  const rows = desk.getByRole('row').filter({ has: desk.getByRole('cell') })
  await expect(rows.first()).toBeVisible()
  const rests = await framesDuring(desk, () => framesPass(desk, 300))
  const scrolls = await framesDuring(desk, async () => {
    await rows.first().hover()
    for (let step = 0; step < 100; step += 1) {
      await desk.mouse.wheel(0, 300)
      await framesPass(desk, 2)
    }
  })
  const filters = await framesDuring(desk, async () => {
    await desk.getByLabel('Filter rows').pressSequentially('iphone 49', { delay: 150 })
    await expect(rows.first()).toContainText('iPhone')
  })
  console.log('frames in ms', JSON.stringify({ rests, scrolls, filters }))
  // A frame is 16.7 ms; a stutter is what most people see.
  for (const { p50 } of [rests, scrolls, filters]) expect(p50).toBeLessThan(34)
  await close()
})
