import { budgets } from '../budgets/budgets.ts'
import { type Loaded, loadedEarly, read, sizeOf, widgetPath } from '../budgets/bundle.ts'
import { weighHome } from '../budgets/weight.ts'
import { expect, test } from '../harness/browser.ts'

const listed = (scripts: readonly Loaded[]) => scripts.map(({ path, gzip }) => `${gzip} ${path}`).join('\n')

test('a cold Home is within its budgets, asks for what it needs at once, and for nothing that is used later', async ({
  page,
  ownServer,
}) => {
  // No one plays at this server, so no match is on TV, which comes when there is one.
  const server = await ownServer({})
  const unpacked: string[] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && (await response.headerValue('content-encoding')) !== 'br')
      unpacked.push(pathname)
  })
  const { shown, used, idle, late } = await weighHome(page, server.url)
  const large = [...shown, ...used].filter(({ gzip }) => gzip > 1_000)
  expect(large.filter(({ path }) => unpacked.includes(path))).toEqual([])
  const sources = shown.flatMap((script) => script.sources)
  for (const part of ['/react-dom/', '/home/Home.tsx'])
    expect(sources.filter((one) => one.includes(part))).not.toEqual([])
  expect(shown.filter(({ path }) => path.startsWith('/assets/home.en-US-'))).toHaveLength(1)
  expect(sizeOf(shown), listed(shown)).toBeLessThanOrEqual(budgets.shownBytes)

  expect(loadedEarly(used)).toEqual([])
  expect(sizeOf(used), listed(used)).toBeLessThanOrEqual(budgets.usedBytes)
  expect(sizeOf(used)).toBeGreaterThan(sizeOf(shown))
  const counting = late.filter((script) => script.sources.some((one) => one.includes('/src/analytics/')))
  expect(counting).not.toEqual([])
  expect(listed(late.filter((script) => script.gzip > 1_000 && !counting.includes(script)))).toBe('')

  expect(sizeOf(idle), listed(idle)).toBeLessThanOrEqual(budgets.idleBytes)
  expect(sizeOf(idle)).toBeGreaterThan(sizeOf(used))
  expect(sizeOf(idle.filter(({ path }) => path === widgetPath))).toBeGreaterThan(0)
  expect(sizeOf(read([widgetPath]))).toBeLessThanOrEqual(budgets.widgetBytes)
})
