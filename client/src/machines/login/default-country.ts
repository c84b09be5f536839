import { type Country, countries, countryByCode } from '@minefall/shared/contact'

const regionOf = (language: string): string => {
  try {
    return new Intl.Locale(language).maximize().region ?? ''
  } catch {
    return ''
  }
}

/**
 * The country of the first of the browser's languages that has one of ours, where a language without a region
 * means the one where most people speak it (CLDR's likely subtags); else the first of the documented list.
 */
export const defaultCountry = (languages: readonly string[]): Country => {
  for (const language of languages) {
    const country = countryByCode(regionOf(language))
    if (country) return country
  }
  const [first] = countries
  if (!first) throw new Error('there are no countries')
  return first
}
