import { createHash } from 'node:crypto'
import { type GameEvent, toldText } from '@minefall/shared/game'

/** `eventsHash` of a growing list of events, from the texts that the rolling hash has made of them already. */
export type EventsHash = {
  /** Takes in further events, each as its `toldText`. */
  take(texts: readonly string[]): void
  /** The hash as it will be after these last ones, hex; they are not taken in. */
  after(events: readonly GameEvent[]): string
}

export const eventsHasher = (): EventsHash => {
  const hash = createHash('sha256').update('mf1/events\0')
  /** What stands before the next event. */
  let before = '['
  return {
    take(texts) {
      if (texts.length === 0) return
      hash.update(before + texts.join())
      before = ','
    },
    after: (events) =>
      hash
        .copy()
        .update(`${before}${events.map(toldText).join()}]`)
        .digest('hex'),
  }
}
