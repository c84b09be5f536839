import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** How many animations of the page have not ended; spinners, which turn for ever, are none of them. */
const fading = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState === 'running').length,
  )

/** Expects axe to find nothing on what the page shows, once it has faded in: until then it has not its own colours. */
export const expectNoAxeViolations = async (page: Page) => {
  await expect.poll(() => fading(page)).toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}
