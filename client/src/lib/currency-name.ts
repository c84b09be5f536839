type Currency = { code: string; name: string }

/** What a currency is called in the player's language; by its English name where the browser knows no other. */
export const currencyName = ({ code, name }: Currency, language: string): string => {
  // What is no code of ISO 4217 in form, a token for one, is refused with an error.
  if (language.startsWith('en') || !/^[A-Z]{3}$/.test(code)) return name
  return new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' }).of(code) ?? name
}
