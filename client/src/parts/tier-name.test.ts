import { expect, it } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from '../i18n/i18n.ts'
import { vipName } from './tier-name.ts'

it('names a VIP by the tier, and by its number where the tier is not known here', async () => {
  await startTranslations()
  await loadNamespaces(['vip'])
  const t = i18next.getFixedT('en-US', 'vip')
  expect([1, 2, 5].map((tier) => vipName(t, tier))).toEqual(['Bronze VIP', 'Silver VIP', 'Diamond VIP'])
  expect(vipName(t, 6)).toBe('6 VIP')
})
