import { safeStorage } from './storage.ts'

/** For tests alone: a browser's storage in memory. */
export const memoryStorage = (kept = new Map<string, string>()) => ({
  kept,
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

/** For tests alone: the same as our pages have it. */
export const memoryStore = (kept?: Map<string, string>) => {
  const browser = memoryStorage(kept)
  return safeStorage(() => browser)
}
