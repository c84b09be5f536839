import { Combobox } from '@base-ui/react/combobox'
import { type Ref, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import pick from '../../ui/pick-list.module.css'
import styles from './country.module.css'
import { type CountryName, countryNames, isMeant } from './country-list.ts'

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
      <Combobox.Root
        items={countries}
        value={chosen}
        onValueChange={(next: CountryName | null) => next && onChoose(next.code)}
        itemToStringLabel={({ name }: CountryName) => name}
        filter={isMeant}
        autoHighlight
      >
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
        <Combobox.Portal>
          <Combobox.Positioner className={pick.positioner} align="start" sideOffset={6} collisionPadding={12}>
            <Combobox.Popup className={classes(pick.popup, styles.popup)} aria-label={t('adult.list')}>
              <Combobox.Input
                className={pick.search}
                placeholder={t('adult.search')}
                aria-label={t('adult.search')}
              />
              <Combobox.Empty className={pick.empty}>{t('adult.none')}</Combobox.Empty>
              <Combobox.List className={pick.list}>
                {(one: CountryName) => (
                  <Combobox.Item key={one.code} className={classes(pick.item, styles.item)} value={one}>
                    {one.name}
                    <Combobox.ItemIndicator className={styles.chosen}>
                      <Icon name="check" size={16} />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {/* Always there, so that an error is heard when it comes. */}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
