import { expect, test } from 'vitest'
import { countryNames, isMeant, likelyCountry } from './AdultDialog.tsx'

test('names every country in the language and sorts by it', () => {
  const english = countryNames('en-US')
  expect(english.length).toBeGreaterThan(240)
  expect(english[0]).toEqual({ code: 'AF', name: 'Afghanistan' })
  const german = countryNames('de-DE').map(({ code }) => code)
  expect(german.indexOf('AT')).toBeGreaterThan(german.indexOf('NO'))
})

test('finds by a part of the name, without its accents, and by its letters', () => {
  const cote = { code: 'CI', name: 'Côte d’Ivoire' }
  expect(['cote', 'CÔTE', 'ivoire', 'ci', ' ci '].every((query) => isMeant(cote, query))).toBe(true)
  expect(isMeant(cote, 'ce')).toBe(false)
})

test('suggests the phone’s country, then the region of the browser, else none', () => {
  expect(likelyCountry('MY', ['en-US'])).toBe('MY')
  expect(likelyCountry('', ['en', 'pt-BR'])).toBe('BR')
  expect(likelyCountry('', ['en', 'not a language'])).toBeNull()
})
