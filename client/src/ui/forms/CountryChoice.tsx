import { Combobox } from '@base-ui/react/combobox'
import { type Country, countries } from '@minefall/shared/contact'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import pick from '../pick-list.module.css'
import styles from './country-choice.module.css'

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
    <Combobox.Root
      items={countries}
      value={country}
      onValueChange={(chosen) => chosen && onChoose(chosen)}
      itemToStringLabel={nameOf}
      filter={isFound}
      autoHighlight
    >
      <Combobox.Trigger
        className={styles.trigger}
        aria-label={t('country.label', { country: nameOf(country) })}
      >
        <Flag country={country} />
        <Icon name="down" size={16} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={pick.positioner} align="start" sideOffset={8} collisionPadding={16}>
          <Combobox.Popup className={classes(pick.popup, styles.popup)} aria-label={t('country.list')}>
            <Combobox.Input
              className={pick.search}
              placeholder={t('country.search')}
              aria-label={t('country.search')}
            />
            <Combobox.Empty className={pick.empty}>{t('country.empty')}</Combobox.Empty>
            <Combobox.List className={pick.list}>
              {(one: Country) => (
                <Combobox.Item key={one.code} className={pick.item} value={one}>
                  <Flag country={one} />
                  <span className={styles.name}>{nameOf(one)}</span>
                  <span className={styles.code}>+{one.dialCode}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
