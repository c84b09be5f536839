import { useEffect } from 'react'
import { documentTitle } from '../../lib/title.ts'

/** Shows `text` in the tab's title while it is set, and puts back what was there. */
export const useTitle = (text: string | null): void => {
  useEffect(() => {
    if (text === null) return
    const before = document.title
    const ours = documentTitle(text)
    document.title = ours
    return () => {
      if (document.title === ours) document.title = before
    }
  }, [text])
}
