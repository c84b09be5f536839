import { Combobox } from '@base-ui/react/combobox'
import { type Ref, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes.ts'
import { PickList } from '../../ui/forms/PickList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './country.module.css'
import { countryNames, isMeant } from './country-list.ts'

type CountrySelectProps = {
  /** A country's letters; null while none is chosen. */
  value: string | null
  onChoose(code: string): void
  error: string | null
  ref?: Ref<HTMLButtonElement>
}

/** One of all countries, to be searched by name. */
export const CountrySelect = ({ value, onChoose, error, ref }: CountrySelectProps) => {
  const { t, i18n } = useTranslation('play')
  const id = useId()
  const countries = useMemo(() => countryNames(i18n.language), [i18n.language])
  const chosen = countries.find(({ code }) => code === value) ?? null
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {t('adult.country')}
      </span>
      <PickList
        items={countries}
        value={chosen}
        onChoose={({ code }) => onChoose(code)}
        nameOf={({ name }) => name}
        isFound={isMeant}
        texts={{ list: t('adult.list'), search: t('adult.search'), empty: t('adult.none') }}
        away={{ trigger: 6, edges: 12 }}
        className={styles.popup}
        itemClassName={styles.item}
        trigger={
          <Combobox.Trigger
            ref={ref}
            className={classes(styles.trigger, error !== null && styles.wrong)}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={`${id}-error`}
            aria-invalid={error !== null}
          >
            <span id={`${id}-value`} className={classes(chosen === null && styles.none)}>
              {chosen?.name ?? t('adult.choose')}
            </span>
            <Icon name="down" />
          </Combobox.Trigger>
        }
      >
        {({ name }) => (
          <>
            {name}
            <Combobox.ItemIndicator className={styles.chosen}>
              <Icon name="check" size={16} />
            </Combobox.ItemIndicator>
          </>
        )}
      </PickList>
      {/* Always there, so that an error is heard when it comes. */}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
