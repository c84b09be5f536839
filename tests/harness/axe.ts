import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { untilFaded } from './faded.ts'
import { contrastFaults } from './looking.ts'

type Found = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
declare global {
  /** Axe, in a page that it was put into. */
  var axe: { run(context: object, options: object): Promise<Found> } | undefined
}

const program = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

const contrast = 'color-contrast'

const run = async (page: Page, asked: object): Promise<string[]> => {
  await untilFaded(page)
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(program)
  const found = await page.evaluate(
    (options) => {
      const behind = [...document.querySelectorAll('[data-base-ui-inert]')]
      const exclude = document.querySelector('[role=dialog], [role=alertdialog]') ? behind : []
      return globalThis.axe?.run({ exclude }, options)
    },
    { ...asked, resultTypes: ['violations'] },
  )
  if (!found) throw new Error('the page was left while axe looked at it')
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/**
 * What axe finds wrong with what the page shows, once it has faded in: until then it has not its own colors. Runs in the
 * page itself and lists violations alone: a third of what a builder's run costs, which opens another page to sum up in.
 * What is behind an open dialog can't be reached, and is looked at without the dialog elsewhere: it costs more than the
 * dialog.
 */
export const axeViolations = (page: Page): Promise<string[]> => run(page, {})

/** Of these, the texts that can hardly be read. */
export const axeContrast = (page: Page): Promise<string[]> => run(page, { runOnly: [contrast] })

/**
 * Expects axe to find nothing, and texts that can be read: by our own check of contrast, which takes 10 ms where axe's
 * takes 400, and does not see that a text lies above something that is not around it. Axe's own looks at every page and
 * sheet (`axe.spec.ts`), and at the login in the long tests; not at a match, its result, refusals, the dark desk and the
 * chat in its themes.
 */
export const expectNoAxeViolations = async (page: Page) => {
  expect(await run(page, { rules: { [contrast]: { enabled: false } } })).toEqual([])
  expect(await contrastFaults(page)).toEqual([])
}
