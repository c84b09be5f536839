import { drawUuid } from '../../lib/draw-uuid.ts'
import { localStore } from '../../lib/storage.ts'

const nameOf = (userId: string) => `play_changed/${userId}`

/** Tells the other tabs of this browser that an account set something. */
export const tellTabs = (userId: string): void => localStore.set(nameOf(userId), drawUuid())

/** Runs whenever another tab of this browser tells so; answers how to stop. */
export const hearTabs = (userId: string, heard: () => void): (() => void) => {
  const listen = ({ key }: StorageEvent) => {
    if (key === nameOf(userId)) heard()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
