import type { ComponentProps } from 'react'
import { isFocusLost, pageTitle } from '../lib/kept-focus.ts'

/** Whether the focus is in what stays around pages, such as the header: not in a dialog or the chat, and not in the new page. */
const isAround = (focused: Element | null) => focused?.closest('main, #root')?.id === 'root'

const begin = (heading: HTMLElement | null) => {
  if (!heading || heading === pageTitle.current) return
  const isFirst = pageTitle.current === null
  pageTitle.current = heading
  // The page is scrolled by the router: to its top, or on the way back to where it was.
  if (!isFirst && (isFocusLost(heading) || isAround(document.activeElement)))
    heading.focus({ preventScroll: true })
}

/**
 * The heading of a page, one on each. A page that takes another's place has the focus there, where the browser would
 * leave it nowhere: a screen reader says the heading, and Tab goes on from it. The first page begins as the browser has it.
 */
export const PageTitle = (props: ComponentProps<'h1'>) => <h1 {...props} ref={begin} tabIndex={-1} />
