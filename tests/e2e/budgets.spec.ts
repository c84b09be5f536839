import { budgets } from '../budgets/budgets.ts'
import { loadedEarly, loadedScripts, shellScripts, sizeOf } from '../budgets/bundle.ts'
import { expect, test } from '../harness/browser.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the shell and a cold Home are within their budgets, and load nothing that is used later', async ({
  page,
  server,
}) => {
  const shell = shellScripts()
  const listed = (scripts: typeof shell) => scripts.map(({ path, gzip }) => `${gzip} ${path}`).join('\n')
  const sources = shell.flatMap((script) => script.sources)
  expect(sources.filter((one) => one.includes('/react-dom/'))).not.toEqual([])
  expect(sizeOf(shell), listed(shell)).toBeLessThanOrEqual(budgets.shellBytes)

  await page.goto(server.url, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const home = await loadedScripts(page)
  expect(loadedEarly(home)).toEqual([])
  expect(sizeOf(home), listed(home)).toBeLessThanOrEqual(budgets.homeBytes)
  expect(sizeOf(home)).toBeGreaterThan(sizeOf(shell))
})
