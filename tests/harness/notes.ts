import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** Runs in the page. */
const keep = () => {
  globalThis.said = []
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      // A region that comes with notes in it: they were said before there was a layout.
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const note of node.querySelectorAll('ul[aria-live] > *'))
            globalThis.said.push(note.textContent.trim())
      const element = target instanceof Element ? target : target.parentElement
      if (!element?.closest('ul[aria-live]')) continue
      for (const { textContent } of addedNodes) if (textContent) globalThis.said.push(textContent.trim())
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Keeps what notes say from the next page's first script on: a note goes away again, no matter who looks or not. */
export const keepNotes = (page: Page): Promise<unknown> => page.addInitScript(keep)

/** What notes have said since the page was loaded. */
export const notesOf = (page: Page): Promise<string[]> => page.evaluate(() => globalThis.said)

/** Waits until a note has said this, if only for a moment. */
export const expectNote = (page: Page, text: string): Promise<void> =>
  expect.poll(() => notesOf(page)).toContainEqual(expect.stringContaining(text))
