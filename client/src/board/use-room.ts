import { type RefObject, useLayoutEffect, useState } from 'react'

export type Room = { width: number; height: number }

/** The content box of an element in CSS pixels, followed through every resize; null before the first measure. */
export const useRoom = (ref: RefObject<HTMLElement | null>): Room | null => {
  const [room, setRoom] = useState<Room | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (width: number, height: number) =>
      setRoom((was) => (was && was.width === width && was.height === height ? was : { width, height }))
    measure(element.clientWidth, element.clientHeight)
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect
      if (box) measure(box.width, box.height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return room
}
