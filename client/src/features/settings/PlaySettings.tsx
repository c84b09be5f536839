import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, type PlaySettings as Settings, useSettings } from '../../lib/play-settings.ts'
import { ring } from '../../lib/sound.ts'
import styles from './rows.module.css'

type SwitchRowProps = {
  label: string
  hint: string
  isOn: boolean
  disabled?: boolean | undefined
  onChange(on: boolean): void
}

/** Something that is on or off, and what that does. */
export const SwitchRow = ({ label, hint, isOn, disabled = false, onChange }: SwitchRowProps) => {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {label}
        <small>{hint}</small>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  )
}

const volumes = ['master', 'effects', 'music'] as const
const switches = ['haptics', 'calm', 'muteEmotes'] as const

const VolumeRow = ({ name, settings }: { name: (typeof volumes)[number]; settings: Settings }) => {
  const { t } = useTranslation('settings')
  const id = useId()
  const percent = Math.round(settings[name] * 100)
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{t(`sound.${name}`)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        onChange={({ target }) => changeSettings({ [name]: target.valueAsNumber / 100 })}
        onPointerUp={() => ring('open')}
      />
      <output htmlFor={id}>{t('sound.percent', { value: percent })}</output>
    </div>
  )
}

/** Sound, feel and motion; kept in this browser. */
export const PlaySettings = () => {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('sound.title')}</legend>
        {volumes.map((name) => (
          <VolumeRow key={name} name={name} settings={settings} />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('feel.title')}</legend>
        {switches.map((name) => (
          <SwitchRow
            key={name}
            label={t(`feel.${name}`)}
            hint={t(`feel.${name}Hint`)}
            isOn={settings[name]}
            onChange={(on) => changeSettings({ [name]: on })}
          />
        ))}
      </fieldset>
    </>
  )
}
