import { expect, test } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from './i18n.ts'

test('common is at hand at once, others when they are asked for', async () => {
  await startTranslations()
  expect(i18next.t('action.reload')).toBe('Reload')
  expect(i18next.exists('badge.connected', { ns: 'connection' })).toBe(false)
  await loadNamespaces(['connection', 'panels'])
  expect(i18next.t('connection:badge.connected')).toBe('Connected')
  expect(i18next.t('panels:layout.unread', { count: 1 })).toBe('1 unread message')
  expect(i18next.t('panels:layout.unread', { count: 2 })).toBe('2 unread messages')
})

test('a language without a bundle falls back to en-US', async () => {
  await startTranslations('fr-FR')
  await loadNamespaces(['connection'])
  expect(i18next.t('action.reload')).toBe('Reload')
  expect(i18next.t('connection:tryNow')).toBe('Try now')
})
