import { below, openPage } from './camera.ts'
import { press } from './match.ts'
import { giveUp, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

const tabs = ['avatar', 'phone', 'email', 'nickname'] as const

/** What an account shows besides its coins. */
export const account: Scene = async ({ studio, server: { url }, people }) => {
  const { mai, crowd } = await people()
  const own = await seatOf(url, mai)
  // With whom she invited nothing counts.
  for (const [index, one] of crowd.slice(1).entries()) {
    const other = await seatOf(url, one)
    const asset = index < 4 ? 'coin' : 'promo'
    if (index % 3 === 1) await giveUp(own, other, '100', asset)
    else await giveUp(other, own, '100', asset)
    other.leave()
  }
  own.leave()
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  const sheet = (name: string) => page.getByRole('dialog', { name, exact: true })
  const open = async (query: string, name: string, text: string | RegExp) => {
    await page.goto(`${url}/?modal=${query}`)
    await sheet(name).getByText(text).first().waitFor()
  }
  await open('profile', 'Profile', mai.contact)
  await keep('profile')
  for (const tab of tabs) {
    await page.goto(`${url}/?modal=profile&tab=${tab}`)
    await page.getByRole('tabpanel').waitFor()
    // What a phone shows below its fold.
    await keep(`profile-edit-${tab}`, {
      holds: () =>
        page.getByRole('tablist').evaluate((element) => element.scrollIntoView({ block: 'start' })),
    })
  }
  await open('vip', 'Level and VIP', 'Levels')
  await keep('vip')
  await keep('vip-tiers', { holds: below(page, 'VIP tiers') })
  await open('activities', 'Activities', 'Today')
  await keep('activities')
  await open('invite', 'Invite friends', crowd[0]?.name ?? '')
  await keep('invite')
  await open('history', 'Game history', 'Won and lost by day')
  await sheet('Game history')
    .getByRole('link', { name: /^Replay/ })
    .first()
    .waitFor()
  await keep('history')
  await open('play', 'Safer play', 'Limits')
  await keep('safer-play')
  await keep('safer-play-breaks', { holds: below(page, 'Breaks') })
  await press(sheet('Safer play'), /^(Set|Change)/)
  await page.getByRole('dialog').filter({ hasText: 'Maximum coins' }).last().waitFor()
  await keep('safer-play-limit')
  await page.keyboard.press('Escape')
  await press(sheet('Safer play'), 'Take a time-out')
  await page.getByRole('dialog', { name: 'Take a time-out' }).waitFor()
  await keep('safer-play-break')
  await open('settings', 'Settings', 'Sound')
  await keep('settings-player')
  await close()
}
