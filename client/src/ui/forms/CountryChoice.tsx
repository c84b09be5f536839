import { Combobox } from '@base-ui/react/combobox'
import { type Country, countries } from '@minefall/shared/contact'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../Icon.tsx'
import { PickList } from './PickList.tsx'
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

const Flag = ({ country }: { country: Country }) => (
  <img className={styles.flag} src={country.flag} alt="" width={26} height={18} />
)

/** The flag that opens the list of countries, to be searched by name, letters or dial code. */
export const CountryChoice = ({ country, onChoose }: CountryChoiceProps) => {
  const { t } = useTranslation('login')
  const nameOf = useCountryName()
  const isFound = (one: Country, query: string) => {
    const wanted = query.trim().toLowerCase()
    return [nameOf(one), one.name, one.code, `+${one.dialCode}`].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  }
  return (
    <PickList
      items={countries}
      value={country}
      onChoose={onChoose}
      nameOf={nameOf}
      isFound={isFound}
      texts={{ list: t('country.list'), search: t('country.search'), empty: t('country.empty') }}
      away={{ trigger: 8, edges: 16 }}
      className={styles.popup}
      trigger={
        <Combobox.Trigger
          className={styles.trigger}
          aria-label={t('country.label', { country: nameOf(country) })}
        >
          <Flag country={country} />
          <Icon name="down" size={16} />
        </Combobox.Trigger>
      }
    >
      {(one) => (
        <>
          <Flag country={one} />
          <span className={styles.name}>{nameOf(one)}</span>
          <span className={styles.code}>+{one.dialCode}</span>
        </>
      )}
    </PickList>
  )
}
