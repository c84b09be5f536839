import type { Page } from '@playwright/test'
import { openPage } from './camera.ts'
import { press } from './match.ts'
import { seatAll, seatOf } from './people.ts'
import type { Scene } from './scene.ts'

const cell = (page: Page, at: string) =>
  page.getByRole('dialog').getByRole('gridcell', { name: new RegExp(`^${at}, `) })

/** The lesson, step by step, and the odds and turning points of a Royale in its replay. */
export const skill: Scene = async ({ studio, server, people }) => {
  const { url } = server
  const { mai, crowd } = await people()
  const seats = await Promise.all([mai, ...crowd.slice(1)].map((account) => seatOf(url, account)))
  const { over } = await seatAll(seats, ['mines-royale', '100', 'coin'])
  await over
  const matchId = seats[0]?.state()?.matchId
  for (const seat of seats) seat.leave()

  const { page, keep, close } = await openPage(studio)
  await page.goto(`${url}/game/mines-royale?match=${matchId}&ply=4`)
  await page.getByText('Board verified').first().waitFor()
  await press(page, 'Odds')
  await page
    .getByRole('status')
    .filter({ hasText: /^Best, at|^Every tile/ })
    .waitFor()
  await keep('replay-odds')
  await keep('replay-odds-forced', {
    holds: () => page.emulateMedia({ forcedColors: 'active' }),
    ends: () => page.emulateMedia({ forcedColors: 'none' }),
  })

  const points = page.getByRole('dialog', { name: 'Turning points' })
  await keep('replay-points', {
    holds: async () => {
      const button = page.getByRole('button', { name: 'Turning points' })
      if (await button.isVisible()) await button.click()
    },
    ends: async () => {
      if (await points.isVisible()) await press(points, 'Close')
    },
  })

  await page.goto(url)
  await page.getByRole('link', { name: 'Play a trial' }).first().click()
  await press(page, 'Help')
  await press(page, 'One-minute lesson')
  await keep('lesson-clue', { busy: true })
  await press(page, 'Next')
  await cell(page, 'C2').click()
  await keep('lesson-why', { busy: true })
  await press(page, 'Next')
  await keep('lesson-odds', { busy: true })
  await cell(page, 'C3').click()
  await keep('lesson-over', { busy: true })
  await close()
}
