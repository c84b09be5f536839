import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
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
