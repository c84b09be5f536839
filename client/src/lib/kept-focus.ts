import { type RefObject, useEffect, useRef } from 'react'

/** The heading of the page that is shown, where the focus is as a page begins. Null before the first page. */
export const pageTitle: { current: HTMLElement | null } = { current: null }

/** Whether nothing has the focus, or nothing but what is around the part. */
export const isFocusLost = (part: HTMLElement | null): boolean => {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.contains(part)
}

/**
 * Where what is `shown` in a part of the page takes what had the focus away with it, the part has the focus instead. It
 * leads on from the page's title, too: the focus is there because the page has just begun.
 */
export const useKeptFocus = (part: RefObject<HTMLElement | null>, shown: unknown): void => {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    if (isFocusLost(part.current) || document.activeElement === pageTitle.current)
      part.current?.focus({ preventScroll: true })
  }, [part, shown])
}
