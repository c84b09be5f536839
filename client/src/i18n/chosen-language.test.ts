import { expect, test, vi } from 'vitest'
import { toasts } from '../ui/toasts.ts'
import { chooseLanguage, startLanguage } from './chosen-language.ts'
import { i18next, loadNamespaces } from './i18n.ts'

const { lost } = vi.hoisted(() => ({
  lost: () => {
    throw new Error('no network')
  },
}))
vi.mock('./locales/en-US/lobby.json', lost)
vi.mock('./locales/pt-BR/lobby.json', lost)
vi.mock('./locales/en-US/history.json', lost)

const page = { documentElement: { lang: '' }, visibilityState: 'visible' }
vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('document', Object.assign(new EventTarget(), page))
vi.stubGlobal('navigator', { languages: ['en-US'] })

test('texts that are missing are reported: of a language by its name, and English ones, where nothing is left to fall back to', async () => {
  const show = vi.spyOn(toasts, 'show')
  const said = () => show.mock.calls.map(([{ title }]) => title())
  await startLanguage(() => {})
  await loadNamespaces(['lobby'])
  expect(said()).toEqual(['Load Failed'])

  chooseLanguage('pt-BR')
  await expect.poll(() => i18next.language).toBe('pt-BR')
  const before = said()
  expect(before.slice(1)).toEqual(['Não foi possível carregar Português (Brasil)'])
  // Its own texts are there: no one misses the English ones.
  await loadNamespaces(['history'])
  expect(i18next.t('history:title')).not.toBe('title')
  expect(said()).toEqual(before)
})
