import { expect, playTrialToOwnTurn, test } from '../harness/browser.ts'
import { network } from '../harness/network.ts'
import { expectSameBoard, expectToCatchUp, matchIdOf } from '../harness/same-board.ts'

test('a network that carries nothing is noticed and left', async ({ page, server }) => {
  const net = await network(server.port)
  try {
    await playTrialToOwnTurn(page, net.url)
    const matchId = await matchIdOf(page)
    net.freeze()
    await expect(page.getByText(/Connecting|Reconnecting/).first()).toBeVisible()
    net.restore()
    await expectSameBoard(page, server.url, matchId)
  } finally {
    await net.close()
  }
})

test('a tab frozen for 30 s catches up', async ({ page, server }) => {
  await expectToCatchUp(page, server.url, 30_000)
})
