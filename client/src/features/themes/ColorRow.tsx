import { type ColorCheck, readColor, type ThemeColorName } from '@minefall/shared/theme'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import entry from '../../ui/entry.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ColorRow.module.css'

/** A contrast as it is told: to one decimal place and never rounded up, so that 4.49 is not said to be the 4.5 it misses. */
export const ratioText = (ratio: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10 + 1e-9) / 10,
  )

const Figure = ({ check }: { check: ColorCheck }) => {
  const { t, i18n } = useTranslation('themes')
  const enough = check.ratio >= check.least
  const ratio = ratioText(check.ratio, i18n.language)
  return (
    <span className={classes(styles.figure, !enough && styles.low)}>
      <Icon name={enough ? 'check' : 'alert'} size={16} />
      <span aria-hidden="true">{ratio}</span>
      <span className={shape.aside}>{t('contrast.of', { ratio })}</span>
    </span>
  )
}

export type ColorRowProps = {
  name: ThemeColorName
  color: string
  /** Without one where the colour has no floor of its own. */
  check: ColorCheck | null
  onColor(color: string): void
}

/** One of the seven colours: picked from the browser's own picker, or typed as a code. */
export const ColorRow = ({ name, color, check, onColor }: ColorRowProps) => {
  const { t } = useTranslation('themes')
  const id = useId()
  // What is being typed; null while the field shows the colour itself.
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readColor(typed) === null
  const said = t(`color.${name}.name`)
  const type = (text: string) => {
    setTyped(text)
    const read = readColor(text)
    if (read !== null) onColor(read)
  }
  return (
    <li className={styles.row}>
      <input
        className={styles.picker}
        type="color"
        value={color}
        aria-label={t('custom.pick', { color: said })}
        onChange={(event) => {
          setTyped(null)
          onColor(event.target.value)
        }}
      />
      <span className={styles.what}>
        <b>{said}</b>
        <small>{t(`color.${name}.use`)}</small>
      </span>
      {check && <Figure check={check} />}
      <input
        className={classes(entry.entry, styles.code, check && check.ratio < check.least && styles.faint)}
        value={typed ?? color.toUpperCase()}
        maxLength={7}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
        aria-label={t('custom.code', { color: said })}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      {wrong && (
        <p className={styles.wrong} id={id} role="alert">
          {t('custom.badCode', { example: '#FF7A1A' })}
        </p>
      )}
    </li>
  )
}
