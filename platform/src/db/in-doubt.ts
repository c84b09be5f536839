const marked = new WeakSet<object>()

/** Marks an error whose statement or commit may have taken effect or not. */
export const markInDoubt = (error: unknown): Error => {
  const marking = error instanceof Error ? error : new Error(String(error))
  marked.add(marking)
  return marking
}

/** True when a statement's or commit's fate is unknown: the connection died or timed out before the answer. */
export const isInDoubt = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && marked.has(error)
