import { useEffect } from 'react'
import type { PlayerAct } from './player.ts'

/** What each key does wherever nothing else takes it. */
const acts: Record<string, (last: number) => PlayerAct> = {
  ArrowLeft: () => ({ type: 'step', by: -1 }),
  ArrowRight: () => ({ type: 'step', by: 1 }),
  Home: () => ({ type: 'seek', ply: 0 }),
  End: (last) => ({ type: 'seek', ply: last }),
  ' ': () => ({ type: 'toggle' }),
}

/** Arrows and Home move over the board and the scrubber themselves, Space presses buttons; dialogs have keys of their own. */
const taken = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  target.closest(key === ' ' ? 'button, a, input, [role=dialog]' : 'input, [role=grid], [role=dialog]') !==
    null

/** Moves the replay with the keyboard, whatever has the focus. */
export const useKeys = (last: number, send: (asked: PlayerAct) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = acts[event.key]
      const isOurs = !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey
      if (!asked || !isOurs || taken(event.target, event.key)) return
      event.preventDefault()
      send(asked(last))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [last, send])
}
