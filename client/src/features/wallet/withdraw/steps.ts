/** The steps, each with an address of its own. */
const steps = ['amount', 'currency', 'destination', 'confirm', 'done'] as const
export type WithdrawStep = (typeof steps)[number]

/** Whether a step is one that leads back to the first. */
export const isFurther = (step: WithdrawStep): boolean => step !== 'amount' && step !== 'done'

/**
 * The step that an address names, or the first where what it is about is not known any more, such as after a reload. What
 * was confirmed is done.
 */
export const shownStep = (
  asked: string | undefined,
  { isReviewed, isPlaced }: { isReviewed: boolean; isPlaced: boolean },
): WithdrawStep => {
  const step = steps.find((one) => one === asked) ?? 'amount'
  if (step !== 'confirm' && step !== 'done') return step
  if (isPlaced) return 'done'
  return step === 'confirm' && isReviewed ? 'confirm' : 'amount'
}
