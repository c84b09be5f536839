import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { untilFaded } from './faded.ts'

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

/**
 * What axe finds wrong with what the page shows, once it has faded in: until then it has not its own colors. `rules`
 * are all of them unless some are named. Runs in the page itself and lists violations alone: a third of what a
 * builder's run costs, which opens another page to sum up in. What is behind an open dialog can't be reached, and is looked
 * at without the dialog elsewhere: it costs more than the dialog.
 */
export const axeViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await untilFaded(page)
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(program)
  const runOnly = rules ? { runOnly: [...rules] } : {}
  const found = await page.evaluate(
    (options) => {
      const behind = [...document.querySelectorAll('[data-base-ui-inert]')]
      const exclude = document.querySelector('[role=dialog], [role=alertdialog]') ? behind : []
      return globalThis.axe?.run({ exclude }, options)
    },
    { ...runOnly, resultTypes: ['violations'] },
  )
  if (!found) throw new Error('the page was left while axe looked at it')
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Expects axe to find nothing. */
export const expectNoAxeViolations = async (page: Page) => expect(await axeViolations(page)).toEqual([])
