import { derive, presets, type Theme } from '@minefall/shared/theme'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TileSample } from '../../ui/TileSample.tsx'
import { chooseTheme } from './chosen-theme.ts'
import styles from './ThemeChoice.module.css'
import { useThemeName } from './theme-name.ts'
import { useTheme } from './use-theme.ts'
import { wear } from './wear.ts'

/** A few tiles in a theme of their own. */
const Sample = ({ theme }: { theme: Theme }) => {
  const element = useRef<HTMLSpanElement>(null)
  const derived = useMemo(() => derive(theme.colors), [theme])
  useLayoutEffect(() => {
    if (element.current) wear(element.current, derived)
  }, [derived])
  return (
    <span ref={element} className={styles.sample}>
      <TileSample state="closed" />
      <TileSample state="open" clue={2} />
      <TileSample state="closed" />
      <TileSample state="open" clue={4} />
      <TileSample state="mine" />
    </span>
  )
}

/** Which theme the page wears. */
export const ThemeChoice = () => {
  const { t } = useTranslation('themes')
  const name = useId()
  const nameOf = useThemeName()
  const current = useTheme()
  return (
    <fieldset className={styles.themes}>
      <legend className={styles.legend}>{t('demo.choose')}</legend>
      {presets.map((theme) => (
        <label key={theme.id} className={styles.theme}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            checked={theme.id === current.id}
            onChange={() => chooseTheme(theme)}
          />
          <Sample theme={theme} />
          <span className={styles.name}>
            <b>{nameOf(theme).name}</b>
            <small>{nameOf(theme).description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
