/**
 * A country people can pick for their phone number. `dialCode` has no plus; `flag` is the path of a picture.
 */
export type Country = {
  code: string
  /** English name; pages show it in the player's language. */
  name: string
  dialCode: string
  flag: string
}

/** Letters, English name, dial code, and the trunk prefix that numbers are dialled with inside the country. */
const rows = [
  ['CN', 'China', '86', '0'],
  ['TW', 'Taiwan', '886', '0'],
  ['MY', 'Malaysia', '60', '0'],
  ['TH', 'Thailand', '66', '0'],
  ['VN', 'Vietnam', '84', '0'],
  ['JP', 'Japan', '81', '0'],
  ['KR', 'South Korea', '82', '0'],
  ['US', 'United States', '1', '1'],
  ['CA', 'Canada', '1', '1'],
  ['BR', 'Brazil', '55', '0'],
  ['MX', 'Mexico', '52', ''],
  ['FR', 'France', '33', '0'],
  ['AU', 'Australia', '61', '0'],
  ['HK', 'Hong Kong', '852', ''],
  ['SG', 'Singapore', '65', ''],
  ['ID', 'Indonesia', '62', '0'],
  ['PH', 'Philippines', '63', '0'],
  ['IN', 'India', '91', '0'],
  ['AR', 'Argentina', '54', '0'],
  ['GB', 'United Kingdom', '44', '0'],
  ['DE', 'Germany', '49', '0'],
  ['IT', 'Italy', '39', ''],
  ['ES', 'Spain', '34', ''],
  ['RU', 'Russia', '7', '8'],
  ['TR', 'Turkey', '90', '0'],
  ['AE', 'United Arab Emirates', '971', '0'],
  ['SA', 'Saudi Arabia', '966', '0'],
] as const

/** The 27 documented countries, in their documented order. */
export const countries: readonly Country[] = rows.map(([code, name, dialCode]) => ({
  code,
  name,
  dialCode,
  flag: `/flags/${code.toLowerCase()}.svg`,
}))

/** Trunk prefixes by dial code (ITU-T E.164, national prefixes); Italy's numbers keep their zero. */
export const trunkPrefixes: ReadonlyMap<string, string> = new Map(
  rows.map(([, , dialCode, trunk]) => [dialCode, trunk]),
)

export const countryByCode = (code: string): Country | undefined =>
  countries.find((country) => country.code === code.toUpperCase())
