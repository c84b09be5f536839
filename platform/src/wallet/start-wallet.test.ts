import { walletCalls } from '@minefall/shared/contracts/rest'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { startWallet, type Wallet } from './start-wallet.ts'
import { openWalletWorld } from './testing-world.ts'

describeDatabase('a wallet that is started', (open) => {
  it('describes its calls, shows examples, keeps answers out of caches, and expires what is not paid', async () => {
    let wallet: Wallet | undefined
    const at = await openWalletWorld(await open(), (world) => async (app) => {
      wallet = await startWallet(world)
      await app.register(wallet.routes)
    })
    const { paths } = (await at.inject('GET', '/docs/json')).json()
    const described = Object.keys(paths).filter((path) => path.startsWith('/api/'))
    const served = Object.values(walletCalls).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    expect(new Set(described)).toEqual(new Set(served))
    expect(
      paths['/api/wallet/orders'].get.parameters.map(({ name }: { name: string }) => name).sort(),
    ).toEqual(['cursor', 'from', 'kind', 'limit', 'method', 'status', 'to'])
    const { token } = await at.someone()
    const answer = await at.inject('GET', '/api/wallet/channels', { token })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json().data.deposit).toHaveLength(5)
    const { id } = await at.placeDeposit({ expiresAt: at.clock.now() })
    await at.clock.advance(5_000)
    await expect.poll(() => at.statusesOf(id)).toHaveLength(2)
    expect((await at.statusesOf(id))[1]).toBe('failed by clock clock')
    const waits = await at.placeDeposit()
    await at.move(waits.id, 'paid')
    await at.clock.advance(90_000)
    const metrics = await at.world.metrics.metrics()
    for (const line of [
      'waiting{kind="deposit"} 1',
      'waiting{kind="withdrawal"} 0',
      'waiting_seconds{kind="deposit"} 90',
      'waiting_seconds{kind="withdrawal"} 0',
    ])
      expect(metrics).toContain(`minefall_orders_${line}\n`)
    await wallet?.close()
    await at.close()
  })
})
