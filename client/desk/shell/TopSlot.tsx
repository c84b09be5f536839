import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where pages put what is theirs of the top bar. */
export const TopSlotPlace = createContext<HTMLElement | null>(null)

/** Shows its children at the right of the top bar while its page is there: a date, a button, a word about the list. */
export const TopSlot = ({ children }: { children: ReactNode }) => {
  const place = useContext(TopSlotPlace)
  return place && createPortal(children, place)
}
