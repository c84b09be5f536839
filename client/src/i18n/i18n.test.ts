import { expect, test } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from './i18n.ts'

test('common is at hand at once, others when they are asked for', async () => {
  await startTranslations()
  expect(i18next.t('action.reload')).toBe('Reload')
  expect(i18next.exists('badge.connected', { ns: 'connection' })).toBe(false)
  await loadNamespaces(['connection', 'errors'])
  expect(i18next.t('connection:badge.connected')).toBe('Connected')
  expect(i18next.t('connection:retryIn', { count: 1 })).toBe('Retrying in 1 second')
  expect(i18next.t('connection:retryIn', { count: 2 })).toBe('Retrying in 2 seconds')
})

test('a language without a bundle falls back to en-US', async () => {
  await startTranslations('fr-FR')
  await loadNamespaces(['connection'])
  expect(i18next.t('action.reload')).toBe('Reload')
  expect(i18next.t('connection:tryNow')).toBe('Try now')
})
