import { type Bus, type BusLine, busOver, type Unsubscribe } from '@minefall/shared/node'

/** What is answered, while this node answers at all. */
type Answer = { begin: () => Unsubscribe; stop: Unsubscribe | null }

/**
 * A bus on which this node can stop answering requests any node may answer, and resume, while it still answers
 * requests addressed to it. Answers in progress are not cut off.
 */
export const withdrawing = (bus: BusLine): { bus: Bus; answer: (isAble: boolean) => void } => {
  let able = true
  const answers = new Set<Answer>()
  const arrange = (answer: Answer) => {
    if (able) answer.stop ??= answer.begin()
    else {
      answer.stop?.()
      answer.stop = null
    }
  }
  return {
    bus: busOver({
      ...bus,
      answer(name, handler, options) {
        const begin = () => bus.answer(name, handler, options)
        if (options?.at !== undefined) return begin()
        const answer: Answer = { begin, stop: null }
        answers.add(answer)
        arrange(answer)
        return () => {
          answers.delete(answer)
          answer.stop?.()
        }
      },
    }),
    answer(isAble) {
      able = isAble
      for (const answer of answers) arrange(answer)
    },
  }
}
