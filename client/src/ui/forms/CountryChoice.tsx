import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { type CountryChoiceProps, Flag, useCountryName } from './country.tsx'
import { KeptInput } from './Field.tsx'
import fields from './field.module.css'
import styles from './pick-list.module.css'

const list = () => import('./CountryList.tsx')
const CountryList = lazy(async () => ({ default: (await list()).CountryList }))

/** The flag that opens the list of countries, whose code comes when it is about to be pressed. */
const CountryChoice = ({ country, onChoose }: CountryChoiceProps) => {
  const { t } = useTranslation('login')
  const nameOf = useCountryName()
  const [isAsked, ask] = useState(false)
  const prepare = () => void list().catch(() => undefined)
  const flag = (
    <button
      type="button"
      role="combobox"
      className={styles.trigger}
      aria-label={t('country.label', { country: nameOf(country) })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => ask(true)}
    >
      <Flag country={country} />
      <Icon name="down" size={16} />
    </button>
  )
  return isAsked ? (
    <Suspense fallback={flag}>
      <CountryList country={country} onChoose={onChoose} />
    </Suspense>
  ) : (
    flag
  )
}

type DialCodeProps = CountryChoiceProps & {
  /** What its input holds. */
  dialCode: string
  onType(text: string): void
  onLeave(): void
}

/** Flag and dial code before a phone number. */
export const DialCode = ({ dialCode, onType, onLeave, ...choice }: DialCodeProps) => {
  const { t } = useTranslation('login')
  return (
    <>
      <CountryChoice {...choice} />
      <KeptInput
        className={classes(fields.input, fields.dialCode)}
        aria-label={t('country.dialCode')}
        inputMode="tel"
        autoComplete="off"
        value={dialCode}
        onChange={({ target }) => onType(target.value)}
        onBlur={onLeave}
      />
    </>
  )
}
