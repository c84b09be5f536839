import { useCallback, useRef, useState } from 'react'

/** The width of an element in pixels, as it changes; 0 before it is known. */
export const useWidth = (): readonly [width: number, ref: (element: Element | null) => void] => {
  const [width, setWidth] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: Element | null) => {
    observer.current?.disconnect()
    if (!element) return
    observer.current = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.current.observe(element)
  }, [])
  return [width, ref]
}
