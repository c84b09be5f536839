import {
  type Country,
  cleanDialCode,
  countryByCode,
  countryOfNumber,
  settleDialCode,
} from '@minefall/shared/contact'
import { useState } from 'react'
import { defaultCountry } from '../../../machines/login/index.ts'

/** The country of one's present number, or else of the browser's language. */
const homeOf = (letters: string): Country => countryByCode(letters) ?? defaultCountry(navigator.languages)

/** The country that a number without a plus belongs to, and what its dial-code field holds. */
export const useDialCode = (letters: string) => {
  const [country, setCountry] = useState(() => homeOf(letters))
  const [field, setField] = useState(`+${country.dialCode}`)
  const choose = (chosen: Country) => {
    setCountry(chosen)
    setField(`+${chosen.dialCode}`)
  }
  return {
    country,
    field,
    choose,
    type: (text: string) => setField(cleanDialCode(text)),
    /** What leaving the field makes of it. */
    leave: () => {
      const settled = settleDialCode(field, { selected: country, previous: `+${country.dialCode}` })
      setCountry(settled.country)
      setField(settled.field)
    },
    /** A number with its plus selects its own country. */
    follow: (number: string) => {
      const own = countryOfNumber(number, country)
      if (own) choose(own)
    },
  }
}

export type DialCode = ReturnType<typeof useDialCode>
