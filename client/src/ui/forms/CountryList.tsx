import { Combobox } from '@base-ui/react/combobox'
import { type Country, countries } from '@minefall/shared/contact'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../Icon.tsx'
import { type CountryChoiceProps, Flag, useCountryName } from './country.tsx'
import { PickList } from './PickList.tsx'
import styles from './pick-list.module.css'

/** The list of countries, open at first, to be searched by name, letters or dial code. */
export const CountryList = ({ country, onChoose }: CountryChoiceProps) => {
  const { t } = useTranslation('login')
  const nameOf = useCountryName()
  const trigger = useRef<HTMLButtonElement>(null)
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
      openedBy={trigger}
      trigger={
        <Combobox.Trigger
          ref={trigger}
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
