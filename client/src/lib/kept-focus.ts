import { type RefObject, useEffect, useRef } from 'react'

/** Where what is `shown` in a part of the page takes what had the focus away with it, the part has the focus instead. */
export const useKeptFocus = (part: RefObject<HTMLElement | null>, shown: unknown): void => {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.contains(part.current)) part.current?.focus()
  }, [part, shown])
}
