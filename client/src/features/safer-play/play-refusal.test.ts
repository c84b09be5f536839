import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { barringCode, isToldInPlace, useErrorText } from './play-refusal.ts'

test('tells refusals of who would play from those of a table', () => {
  expect([1702, 1703, 1704, 1705, 1707].map((code) => barringCode(code))).toEqual([
    1702, 1703, 1704, 1705, 1707,
  ])
  expect([undefined, 1304, 1306, 1701, 1706].map((code) => barringCode(code))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('what has its own panel is not said in a note too', () => {
  expect([1207, 1701, 1702, 1705].every(isToldInPlace)).toBe(true)
  expect([1304, 1306].some(isToldInPlace)).toBe(false)
})

test('a refusal is said in the player’s language wherever it has a text', async () => {
  await startTranslations('pt-BR')
  await loadNamespaces(['errors'])
  const Said = ({ code }: { code: number }) => useErrorText()({ code, until: null })
  const said = (code: number) => renderToStaticMarkup(createElement(Said, { code }))
  expect(said(1304)).toBe('Esta mesa está cheia. Escolha outra.')
  expect(said(1429)).toBe('Rápido demais. Espere um momento e tente de novo.')
  expect(said(1500)).toBe('Algo deu errado do nosso lado. Tente de novo.')
  expect(said(1403)).toBe('Você não pode jogar nesta mesa. Escolha outra.')
  expect(said(1404)).toBe('Esta partida ou mesa não está disponível. Escolha outra mesa.')
  // Only the server has words for it.
  expect(said(1001)).toBe('')
})
