import type errors from '../../i18n/locales/en-US/errors.json'

type Code = keyof (typeof errors)['code']

/** The codes the namespace `errors` has a text for and a seat or a move can be refused with. */
const told = [
  '1301',
  '1302',
  '1303',
  '1304',
  '1305',
  '1306',
  '1307',
  '1308',
  '1309',
  '1310',
  '1311',
] as const satisfies readonly Code[]

/** The key of the text for a refusal; null where only the server's own words are left. */
export const errorKey = (code: number): `code.${(typeof told)[number]}` | null => {
  const known = told.find((one) => one === String(code))
  return known ? `code.${known}` : null
}
