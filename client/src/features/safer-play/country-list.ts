import { countryCodes, isCountryCode } from '@minefall/shared/contact'

export type CountryName = { code: string; name: string }

/** Every country under its name in a language, in that language's order. */
export const countryNames = (language: string): CountryName[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return countryCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => compare(one.name, other.name))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a country is meant by what was typed: a part of its name, with or without accents, or its letters. */
export const isMeant = ({ code, name }: CountryName, query: string): boolean => {
  const wanted = plain(query.trim())
  return plain(name).includes(wanted) || code.toLowerCase() === wanted
}

const regionOf = (language: string): string => {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}

/** The letters of the phone number's country, or the region that the browser's languages name; null without either. */
export const likelyCountry = (phones: string, languages: readonly string[]): string | null =>
  [phones, ...languages.map(regionOf)].find(isCountryCode) ?? null
