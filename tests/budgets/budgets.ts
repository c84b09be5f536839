/** What the player's pages may cost. Times hold with a processor four times slower than the one that measures. */
export const budgets = {
  /** The scripts that the page names, which all screens but none in particular need, packed by gzip. */
  shellBytes: 190_000,
  /** All scripts of a cold Home, with those of its screen, its texts and the live connection. */
  homeBytes: 284_000,
  /** Until the largest thing on a cold Home is painted. */
  lcpMs: 1_500,
  /** How much of Home moves by itself while it loads, as the sum of layout shifts. */
  cls: 0.02,
  /** The longest task while a match plays. */
  longTaskMs: 100,
} as const
