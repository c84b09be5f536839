import type { SignedIn, User } from '@minefall/shared/contracts/rest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { safeStorage } from '../../../lib/storage.ts'
import { sessionMachine } from '../machine.ts'
import type { Refreshed } from '../setup.ts'
import { tokenKey, userKey } from '../stored-keys.ts'
import { createStoredSession } from '../stored-session.ts'
import type { TabEvent } from '../tab-actor.ts'
import type { AccountBalance, SessionEmitted } from '../types.ts'

export const mai: User = {
  id: '7',
  username: 'mai@mail.example',
  nickname: 'Mai',
  email: 'mai@mail.example',
  phoneNumber: '',
  avatar: 'fox',
  coins: 120,
  level: 3,
  vipLevel: 0,
  countrycode: '',
  languagecode: 'en-US',
  flagUrl: '',
  phoneCode: '',
  invitationCode: '12345678',
  currencyCode: 'USD',
  currencySymbol: '$',
  exchangeRate: 1,
}
export const signedIn = (token: string, over: Partial<User> = {}): SignedIn => ({ ...mai, ...over, token })
export const kenji: Partial<User> = { id: '8', username: 'kenji@mail.example', nickname: 'Kenji' }

/** So many coins in the hand, by a version that grows with them unless another is given. */
export const owning = (coins: number, version = coins): AccountBalance => ({
  version,
  coin: String(coins),
  promo: '0',
  trial: '0',
  held: { coin: '0', promo: '0', trial: '0' },
  coins,
})

/** Lets every promise that can go on do so. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** One refresh that a tab has asked for. */
type Asked = { answer(refreshed: Partial<Refreshed>): Promise<void>; fail(): Promise<void> }

/** One browser: what it keeps, and the tabs that share it. */
export const browser = (kept: Record<string, string> = {}) => {
  const items = new Map(Object.entries(kept))
  const tabs: { hear(event: TabEvent): void }[] = []
  const written: string[] = []

  const openTab = () => {
    const clock = new SimulatedClock()
    const start = 1_000_000
    const world = { isVisible: true }
    const asked: Asked[] = []
    const emitted: SessionEmitted[] = []
    const signedOut: string[] = []
    const tab = { hear: (_event: TabEvent) => {} }
    const tellOthers = () => {
      for (const other of tabs) if (other !== tab) other.hear({ type: 'storage.changed' })
    }
    const actor = createActor(
      sessionMachine.provide({
        actors: {
          tab: fromCallback<EventObject>(({ sendBack }) => {
            tab.hear = sendBack
          }),
          refresh: fromPromise<Refreshed>(
            () =>
              new Promise((resolve, reject) => {
                asked.push({
                  answer: (refreshed) => {
                    resolve({ user: null, balance: null, ...refreshed })
                    return settle()
                  },
                  fail: () => {
                    reject(new Error('nothing came'))
                    return settle()
                  },
                })
              }),
          ),
        },
      }),
      {
        clock,
        input: {
          kept: createStoredSession(
            safeStorage(() => ({
              getItem: (key) => items.get(key) ?? null,
              setItem: (key, value) => {
                items.set(key, value)
                written.push(key)
                tellOthers()
              },
              removeItem: (key) => {
                if (items.delete(key)) tellOthers()
              },
            })),
          ),
          now: () => start + clock.now(),
          isVisible: () => world.isVisible,
          tellSignedOut: (token) => void signedOut.push(token),
        },
      },
    )
    actor.on('*', (event) => emitted.push(event))
    actor.start()
    actor.send({ type: 'session.start' })
    tabs.push(tab)
    return {
      actor,
      clock,
      world,
      asked,
      emitted,
      signedOut,
      context: () => actor.getSnapshot().context,
      isSignedIn: () => actor.getSnapshot().hasTag('signedIn'),
      show() {
        world.isVisible = true
        tab.hear({ type: 'tab.visible' })
      },
      /** The first refresh after a start or a sign-in, 100 ms later. */
      first: (): Asked => {
        clock.increment(100)
        const one = asked.at(-1)
        if (!one) throw new Error('nothing was asked for')
        return one
      },
      last: (): Asked => {
        const one = asked.at(-1)
        if (!one) throw new Error('nothing was asked for')
        return one
      },
    }
  }
  return {
    items,
    /** The keys that its tabs have written, in order. */
    written,
    openTab,
    token: () => items.get(tokenKey) ?? null,
    user: (): Record<string, unknown> | null => JSON.parse(items.get(userKey) ?? 'null'),
    /** Someone empties the browser's storage. */
    clear: () => {
      items.clear()
      for (const tab of tabs) tab.hear({ type: 'storage.changed' })
    },
    /** Another tab, of which no more is known, writes these. */
    write: (values: Record<string, string>) => {
      for (const [key, value] of Object.entries(values)) items.set(key, value)
      for (const tab of tabs) tab.hear({ type: 'storage.changed' })
    },
  }
}

/** A browser with one tab in which Mai has just signed in. */
export const signedInTab = () => {
  const home = browser({ locale: 'pt-BR' })
  const tab = home.openTab()
  tab.actor.send({ type: 'session.signedIn', signedIn: signedIn('a1') })
  return { home, tab }
}
