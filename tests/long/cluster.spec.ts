import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { playersAt } from '../cluster/players-at.ts'
import { manyFromOneAddress } from '../harness/accounts.ts'
import {
  expect,
  makeMove,
  phone,
  playToTheEnd,
  playTrialToOwnTurn,
  result,
  test,
  turnTimer,
} from '../harness/browser.ts'
import { expectSameBoard, matchIdOf } from '../harness/same-board.ts'
import { longTurns } from '../harness/server.ts'
import { quick } from '../harness/settings.ts'

// Turns last for minutes and practice opponents think quickly: whatever ends a turn here is the player's own move.
const settings = { ...quick, ...manyFromOneAddress }

test.use(phone)
test.describe.configure({ mode: 'serial' })

let cluster: Cluster
test.beforeAll(async () => {
  cluster = await startCluster({ settings: { platform: settings, bff: settings }, prepare: longTurns })
})
test.afterAll(() => cluster?.remove())

test('a platform node after the other is killed: no one is thrown out, and the turn is still there', async ({
  page,
}) => {
  for (const node of cluster.platforms) {
    await playTrialToOwnTurn(page, cluster.url)
    await node.kill()
    await makeMove(page)
    await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible()
    await node.start()
  }
  await playToTheEnd(page)
  await expect(result(page).getByText('Board verified')).toBeVisible()
})

test('the BFF of a player is killed: the other one goes on with the same board and turn', async ({
  page,
}) => {
  await playTrialToOwnTurn(page, cluster.url)
  const matchId = await matchIdOf(page)
  const counts = await Promise.all(cluster.bffs.map(playersAt))
  const dying = cluster.bffs[counts.indexOf(1)]
  const other = cluster.bffs[counts.indexOf(0)]
  if (!dying || !other) throw new Error(`no BFF has the player alone: ${counts.join(', ')}`)
  await dying.kill()
  await expect.poll(() => playersAt(other)).toBe(1)
  await expect(turnTimer(page)).toBeVisible()
  await makeMove(page)
  await expectSameBoard(page, cluster.url, matchId)
  await dying.start()
  await playToTheEnd(page)
  await expect(result(page).getByText('Board verified')).toBeVisible()
})

for (const what of ['NATS', 'PostgreSQL'] as const)
  test(`${what} is away: play says that it is paused, and goes on on its own`, async ({ page }) => {
    const { nats, postgres } = cluster
    const told = page.getByRole('status').filter({ hasText: 'Play is paused' })
    await playTrialToOwnTurn(page, cluster.url)
    await expect(told).toHaveCount(0)
    await (what === 'NATS' ? nats.kill() : postgres.stop('immediate'))
    await expect(told).toBeVisible()
    await (what === 'NATS' ? nats.start() : postgres.start())
    await expect(told).toHaveCount(0)
    await makeMove(page)
    await playToTheEnd(page)
    await expect(result(page).getByText('Board verified')).toBeVisible()
  })
