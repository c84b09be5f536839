import { useEffect, useRef } from 'react'
import { isOfComposition } from '../../src/lib/composing.ts'
import styles from './KeyHint.module.css'

/** A `ref` for what scrolls: the keyboard has to get there too, whether or not there is something to press in it. */
export const reachable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0
}

/** Someone types here, or presses what has the focus: a letter is for it. */
const isTaken = (event: KeyboardEvent) => {
  if (isOfComposition(event)) return true
  const { target, key } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input, select, textarea')) return key !== 'Escape'
  return key === 'Enter' && target.matches('a, button, summary')
}

/**
 * Keys of a page by their name (`j`, `Enter`, `Escape`, `/`): a single one, without Control, Alt or Command, while no one
 * types and no dialog is open.
 */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
      if (document.querySelector('[role="dialog"]')) return
      const run = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** J and K go down and up a list, by the keys of its rows; Escape selects none. */
export const listKeys = (
  keys: readonly string[],
  selected: string | null,
  select: (key: string | null) => void,
) => {
  const move = (by: 1 | -1) => () => {
    const place = selected === null ? -1 : keys.indexOf(selected)
    const next = place < 0 ? 0 : Math.min(keys.length - 1, Math.max(0, place + by))
    select(keys[next] ?? null)
  }
  return { j: move(1), k: move(-1), Escape: () => select(null) }
}

/** Which keys do what: `<KeyHint keys="J K" does="move" />`. */
export const KeyHint = ({ keys, does }: { keys: string; does?: string }) => (
  <span className={styles.hint}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
    {does && ` ${does}`}
  </span>
)
