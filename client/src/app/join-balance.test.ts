import type { Balance } from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import type { ConnectionActorRef, ConnectionContext } from '../machines/connection/index.ts'
import { unconnected } from '../machines/connection/types.ts'
import { kenji, owning, settle, signedIn, signedInTab } from '../machines/session/testing/tabs.ts'
import { joinBalance } from './live-session.ts'

const told = (coins: number, version = coins): Balance => {
  const { coins: _shown, ...balance } = owning(coins, version)
  return balance
}

/** Mai's tab, signed in with the token a1, and a connection in the hands of the test. */
const joined = () => {
  const { home, tab } = signedInTab()
  const listeners = new Set<(snapshot: ReturnType<ConnectionActorRef['getSnapshot']>) => void>()
  let context: ConnectionContext = {
    ...unconnected,
    player: { name: 'Guest', avatar: 'a', kind: 'guest' },
  }
  const getSnapshot = () => ({ context, hasTag: () => false, matches: () => false })
  joinBalance({
    session: tab.actor,
    connection: {
      getSnapshot,
      subscribe: (listener) => {
        listeners.add(listener)
        return { unsubscribe: () => listeners.delete(listener) }
      },
    },
  })
  const becomes = (change: Partial<ConnectionContext>) => {
    context = { ...context, ...change }
    for (const hear of listeners) hear(getSnapshot())
  }
  return { home, tab, becomes, balance: () => tab.context().balance }
}

test('what the connection hears of the account is the session’s balance, unless that is newer', async () => {
  const { tab, becomes, balance } = joined()
  becomes({ identityToken: 'a1', balance: told(500, 3) })
  expect(balance()).toEqual(owning(500, 3))
  await tab.first().answer({ balance: owning(600, 5) })
  becomes({ balance: told(550, 4) })
  expect(balance()).toEqual(owning(600, 5))
  becomes({ balance: told(700, 6) })
  expect(balance()).toEqual(owning(700, 6))
})

test('a guest’s balance is not the account’s', () => {
  const { becomes, balance } = joined()
  becomes({ balance: told(500, 90) })
  expect(balance()).toBeNull()
})

test('a connection of the previous account tells nothing about the present one', () => {
  const { tab, becomes, balance } = joined()
  becomes({ identityToken: 'a1', balance: told(500, 90) })
  tab.actor.send({ type: 'session.signedIn', signedIn: signedIn('b1', kenji) })
  becomes({ balance: told(501, 91) })
  expect(balance()).toBeNull()
  becomes({ identityToken: 'b1', balance: told(20, 2) })
  expect(balance()).toEqual(owning(20, 2))
})

test('a connection stays the account’s when the token is renewed', () => {
  const { tab, becomes, balance } = joined()
  becomes({ identityToken: 'a1', balance: told(500, 3) })
  tab.actor.send({ type: 'session.tokenRefreshed', token: 'a2' })
  becomes({ balance: told(400, 4) })
  expect(balance()).toEqual(owning(400, 4))
})

test('what was reported before the session knew of its token is taken when it does', () => {
  const { home, becomes, balance } = joined()
  becomes({ identityToken: 'a2', balance: told(500, 3) })
  expect(balance()).toBeNull()
  home.write({ auth_token: 'a2' })
  expect(balance()).toEqual(owning(500, 3))
})

test('the user is read again when the coins that are shown changed, and for nothing else', async () => {
  const { tab, becomes } = joined()
  await tab.first().answer({ balance: owning(500, 3) })
  becomes({ identityToken: 'a1', balance: { ...told(500, 4), trial: '900' } })
  expect(tab.asked).toHaveLength(1)
  becomes({ balance: told(400, 5) })
  await settle()
  expect(tab.asked).toHaveLength(2)
  becomes({ balance: told(400, 5) })
  expect(tab.asked).toHaveLength(2)
})
