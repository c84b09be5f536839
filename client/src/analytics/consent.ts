import { useSyncExternalStore } from 'react'
import { localStore, type SafeStorage } from '../lib/storage.ts'
import { createListeners } from '../lib/store.ts'

/** Where the choice is kept: `off`, or nothing where no one has chosen. */
export const consentKey = 'usage_statistics'

/** What a browser says for its owner, on every page alike; neither is in all browsers. */
export type PrivacySignals = { globalPrivacyControl?: unknown; doNotTrack?: unknown }

/** Whether a browser asks not to be followed (Global Privacy Control, or Do Not Track). */
export const asksForPrivacy = ({ globalPrivacyControl, doNotTrack }: PrivacySignals): boolean =>
  globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'

/**
 * Whether usage is counted: `on`, `off` by the player's choice, or `refused` by their browser, which the switch can't
 * overrule.
 */
export type UsageStatistics = 'on' | 'off' | 'refused'

export const createConsent = (store: SafeStorage, signals: () => PrivacySignals) => {
  const { subscribe, tell } = createListeners()
  return {
    now: (): UsageStatistics => {
      if (asksForPrivacy(signals())) return 'refused'
      return store.get(consentKey) === 'off' ? 'off' : 'on'
    },
    set: (on: boolean): void => {
      if (on) store.remove(consentKey)
      else store.set(consentKey, 'off')
      tell()
    },
    /** Another tab has written it. */
    changedElsewhere: tell,
    subscribe,
  }
}

const consent = createConsent(localStore, () => navigator)

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === consentKey || key === null) consent.changedElsewhere()
  })

/** Whether usage is counted now. */
export const usageStatistics = consent.now

/** Calls `listener` after each change, of this tab or another, until the returned function is called. */
export const onUsageStatistics = consent.subscribe

/** Has usage counted from now on, or not. What the browser refuses stays refused. */
export const setUsageStatistics = consent.set

/** The state of the switch. */
export const useUsageStatistics = (): UsageStatistics =>
  useSyncExternalStore(onUsageStatistics, usageStatistics, usageStatistics)
