import type { Country } from '@minefall/shared/contact'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './pick-list.module.css'

/** Names a country in the player's language; in English as the product's list names it. */
export const useCountryName = (): ((country: Country) => string) => {
  const { language } = useTranslation().i18n
  return useMemo(() => {
    if (language.startsWith('en')) return ({ name }) => name
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return ({ code, name }) => names.of(code) ?? name
  }, [language])
}

export type CountryChoiceProps = { country: Country; onChoose(country: Country): void }

export const Flag = ({ country }: { country: Country }) => (
  <img className={styles.flag} src={country.flag} alt="" width={26} height={18} />
)
