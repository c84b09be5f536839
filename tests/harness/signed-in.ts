import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { z } from 'zod'
import { bearer, get } from './accounts.ts'

/** What a browser keeps where the account of this session is signed in at the server at `url`. */
export const keptSession = async (url: string, token: string) => {
  const { data: user } = await get(url, 'user/getUserInfo', bearer(token))
  return { auth_token: token, user_info: JSON.stringify(user) }
}

/** A browser in which nothing moves, and which keeps these items for the site at `url`. */
export const browserWith = (
  browser: Browser,
  url: string,
  items: Record<string, string>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    ...options,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [
        { origin: url, localStorage: Object.entries(items).map(([name, value]) => ({ name, value })) },
      ],
    },
  })

/** A page of a browser in which the account of this session is signed in. */
export const signedInPage = async (
  browser: Browser,
  url: string,
  token: string,
  options?: BrowserContextOptions,
): Promise<Page> => (await browserWith(browser, url, await keptSession(url, token), options)).newPage()

/** Has a page begin with the account of this session signed in, at this site alone. */
export const signInPage = async (page: Page, url: string, token: string): Promise<void> => {
  await page.addInitScript(
    ([origin, kept]) => {
      if (location.origin === origin)
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    },
    [url, await keptSession(url, token)] as const,
  )
}

const namedSchema = z.object({ nickname: z.string() })

/** Signs another account in beside a page that shows one: in one turn of a script, so that the page hears of it when both are written. */
export const signInBeside = async (page: Page, url: string, token: string): Promise<void> => {
  const kept = await keptSession(url, token)
  const { nickname } = namedSchema.parse(JSON.parse(kept.user_info))
  const other = await page.context().newPage()
  await other.goto(`${url}/config.json`)
  await other.evaluate(({ user_info, auth_token }) => {
    localStorage.setItem('user_info', user_info)
    localStorage.setItem('auth_token', auth_token)
  }, kept)
  await expect(page.locator(`header a[aria-label="${nickname}, your profile"]`)).toBeAttached()
  await other.close()
}
