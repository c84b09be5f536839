import { expect, test, vi } from 'vitest'
import { createInstall } from './install.ts'

const offerOf = (prompt: () => Promise<unknown>) =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })

test('an offer is kept from the browser’s own question and asked once, when wanted', async () => {
  const target = new EventTarget()
  const install = createInstall()
  const seen: string[] = []
  install.subscribe(() => seen.push(install.state()))
  install.watch(target)
  expect(install.state()).toBe('absent')
  await install.ask()
  const prompt = vi.fn(async () => ({ outcome: 'dismissed' }))
  const offer = offerOf(prompt)
  target.dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  expect(install.state()).toBe('offered')
  await install.ask()
  await install.ask()
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(seen.at(-1)).toBe('absent')
})

test('installing by the browser’s menu ends the offer; one that was taken back breaks nothing', async () => {
  const target = new EventTarget()
  const install = createInstall()
  install.watch(target)
  target.dispatchEvent(new Event('beforeinstallprompt'))
  expect(install.state()).toBe('absent')
  target.dispatchEvent(offerOf(async () => undefined))
  target.dispatchEvent(new Event('appinstalled'))
  expect(install.state()).toBe('absent')
  target.dispatchEvent(offerOf(() => Promise.reject(new Error('taken back'))))
  await expect(install.ask()).resolves.toBeUndefined()
})
