import { useTranslation } from 'react-i18next'
import { classes } from '../../../ui/classes.ts'
import { CountryChoice } from '../../login/CountryChoice.tsx'
import fields from '../../login/fields.module.css'
import type { DialCode } from './use-dial-code.ts'

/** Flag and dial code before a phone number. */
export const DialCodeParts = ({ dial }: { dial: DialCode }) => {
  const { t } = useTranslation('login')
  return (
    <>
      <CountryChoice country={dial.country} onChoose={dial.choose} />
      <input
        className={classes(fields.input, fields.dialCode)}
        aria-label={t('country.dialCode')}
        inputMode="tel"
        autoComplete="off"
        value={dial.field}
        onChange={({ target }) => dial.type(target.value)}
        onBlur={dial.leave}
      />
    </>
  )
}
