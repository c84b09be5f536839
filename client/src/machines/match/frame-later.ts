import { type Subscription, toObserver } from 'xstate'
import { afterFrame, taskQueue } from '../../lib/after-frame.ts'
import type { MatchActorRef } from './create.ts'

/**
 * The match as it was when the last frame was drawn: what stands around the board reads this one, and waits until the
 * board has shown what happened. Each listener hears it in a separate task: one for all is a long task on a phone.
 */
export const frameLater = (match: MatchActorRef, after = afterFrame, inTurn = taskQueue()): MatchActorRef => {
  let shown = match.getSnapshot()
  // Some events, such as each heartbeat, change nothing: a board at rest asks for no frames.
  const isAsShown = ({ context, value }: typeof shown) => context === shown.context && value === shown.value
  let waiting: (() => void)[] = []
  const wait = (run: () => void) => {
    if (waiting.push(run) > 1) return
    after(() => {
      const due = waiting
      waiting = []
      shown = match.getSnapshot()
      for (const each of due) inTurn(each)
    })
  }
  let listeners = 0
  const passOn = (listen: (pass: (run: () => void) => void) => Subscription): Subscription => {
    // What was read before anyone listened, while a screen was rendered, may be old by now.
    if (listeners === 0) shown = match.getSnapshot()
    listeners += 1
    let isOver = false
    const { unsubscribe } = listen((run) =>
      wait(() => {
        if (!isOver) run()
      }),
    )
    return {
      unsubscribe() {
        if (!isOver) listeners -= 1
        isOver = true
        unsubscribe()
      },
    }
  }
  return {
    send: (event) => match.send(event),
    stop: () => match.stop(),
    getSnapshot: () => shown,
    subscribe: (hear: Parameters<typeof toObserver<typeof shown>>[0]) =>
      passOn((pass) => {
        const { next } = toObserver(hear)
        return match.subscribe((snapshot) => {
          if (!isAsShown(snapshot)) pass(() => next?.(shown))
        })
      }),
    on: (type, hear) => passOn((pass) => match.on(type, (emitted) => pass(() => hear(emitted)))),
  }
}
