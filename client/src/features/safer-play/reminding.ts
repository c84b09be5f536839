import { createStore, useStore } from '../../lib/store.ts'

const isShown = createStore(() => false)

/** Notes whether the reminder stands over the page. */
export const noteReminding = (next: boolean): void => isShown.set(next)

/** Whether the reminder stands over the page: nothing else does at the same time. */
export const useReminding = (): boolean => useStore(isShown)
