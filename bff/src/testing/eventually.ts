import { vi } from 'vitest'

/** Looks until `look` no longer throws, for up to 30 s: on a busy machine a second of Vitest's own is not long. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 30_000, interval: 10 })
