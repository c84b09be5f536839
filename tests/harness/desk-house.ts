import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test } from './browser.ts'
import { codeOf, startStaffed, type TestStaff } from './desk.ts'
import { pageSettings } from './page-settings.ts'
import { longTurns, type Server } from './server.ts'

/** A server and who works there: each signs in once, as a code of a second factor counts once. */
type House = { server: Server } & Record<
  'support' | 'finance' | 'owner' | 'admin' | 'agent' | 'writer' | 'proposer' | 'confirmer' | 'planner',
  TestStaff
>

const openHouse = async (): Promise<House> => {
  const roles = [
    'support',
    'finance',
    'finance',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
    'admin',
  ] as const
  const { server, staff } = await startStaffed(await pageSettings(), roles, longTurns)
  const [support, finance, owner, admin, agent, writer, proposer, confirmer, planner] = staff
  if (!support || !finance || !owner || !admin || !agent || !writer || !proposer || !confirmer || !planner)
    throw new Error('no staff were added')
  return { server, support, finance, owner, admin, agent, writer, proposer, confirmer, planner }
}

/** A house for all tests of a file, in order; answers what gives it to them. */
export const houseOfFile = (): (() => House) => {
  let house: House | undefined
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    house = await openHouse()
  })
  test.afterAll(() => house?.server.remove())
  return () => {
    if (!house) throw new Error('the house is not open')
    return house
  }
}

/** The desk in its own browser, signed in by its form; `prepare` its page before that. */
export const atDesk = async (
  browser: Browser,
  { url }: Server,
  staff: TestStaff,
  prepare?: (page: Page) => Promise<unknown>,
) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await prepare?.(desk)
  const problems: string[] = []
  desk.on('pageerror', (error) => problems.push(String(error)))
  desk.on(
    'console',
    (message) => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`),
  )
  await desk.goto(`${url}/desk/deposits`)
  await desk.getByLabel('Email address').fill(staff.email)
  await desk.getByLabel('Password').fill(staff.password)
  await desk.getByLabel('Code').fill(codeOf(staff))
  await desk.getByRole('button', { name: 'Sign in' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Deposits' })).toBeFocused()
  return { desk, problems, close: () => context.close() }
}

/** By the rail. */
export const openPage = async (desk: Page, name: RegExp | string) => {
  await desk.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name }).click()
}

/** The row of the only guest who is connected, on the page of connections. */
export const guestRow = async (desk: Page): Promise<Locator> => {
  await openPage(desk, 'Connections')
  const row = desk.getByRole('row').filter({ hasText: 'guest' })
  await expect(row).toContainText('Live')
  return row
}
