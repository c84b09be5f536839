/*
 * Between the first paint and the page's answering links lead where they lead, and what else is pressed or chosen is
 * marked, to be done once the page answers. The script that marks is another than the one that does it: what they
 * share is in the document.
 */

const waits = 'waits'
const mark = 'data-pressed'

const hold = ({ type, target }: Event) => {
  if (!(waits in document.documentElement.dataset) || !(target instanceof Element)) return
  target.closest(type === 'change' ? 'select' : 'button')?.setAttribute(mark, '')
}

/** Marks what is pressed and chosen, until `releasePresses`. */
export const holdPresses = (): void => {
  document.documentElement.dataset[waits] = ''
  for (const type of ['click', 'change']) document.addEventListener(type, hold, true)
}

/** Does what was marked. */
export const releasePresses = (): void => {
  delete document.documentElement.dataset[waits]
  for (const element of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
    element.removeAttribute(mark)
    if (element instanceof HTMLSelectElement) element.dispatchEvent(new Event('change', { bubbles: true }))
    else element.click()
  }
}
