import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Takes the first file that is dropped on a place; whoever has no pointer has the button there. */
export const useFileDrop = (take: (file: File | undefined) => void) => {
  const place = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const taken = useEffectEvent(take)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const over = (event: DragEvent) => {
      // Without this the browser would open the file in the place of the page.
      event.preventDefault()
      setOver(event.type === 'dragover')
    }
    const drop = (event: DragEvent) => {
      over(event)
      taken(event.dataTransfer?.files[0])
    }
    element.addEventListener('dragover', over)
    element.addEventListener('dragleave', over)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragover', over)
      element.removeEventListener('dragleave', over)
      element.removeEventListener('drop', drop)
    }
  }, [])
  return { place, isOver }
}
