/** What the player's pages may cost. Times hold with a processor four times slower than the one that measures, too. */
export const budgets = {
  /** The scripts that Home waits for until it answers: the page's own, the screen's and its texts, packed by gzip. */
  shownBytes: 150_000,
  /** Those, and what follows them at once: the calls with the list of tables, the live connection, what counts visits. */
  usedBytes: 238_000,
  /** All of it, and what an idle page gets in for the first press: the notices, the login, the ways into the modals, the chat. */
  idleBytes: 324_000,
  /** The support widget, which is among the last. */
  widgetBytes: 25_000,
  /** Until the largest thing on a cold Home is painted. */
  lcpMs: 900,
  /** How much of Home moves on its own while it loads, as the sum of layout shifts. */
  cls: 0.01,
  /** From a press, or from a message, to the frame that shows it: two frames of 60 a second. */
  frameMs: 32,
  /** The longest task of a match, from the player's first turn until its result is shown. */
  longTaskMs: 50,
  /** The same with a processor four times slower. */
  slowTaskMs: 100,
} as const
