import type { Balance } from '@minefall/shared/contracts/live'

/**
 * Of two balances of one player the newer, whatever way and in whatever order they came; the one at hand where both
 * are of one version.
 */
export const newerBalance = <B extends Balance>(current: B | null, next: B): B =>
  current && current.version >= next.version ? current : next
