import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sound } from '../../lib/sound.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './settings.module.css'
import { changeSettings, type MatchSettings, useSettings } from './settings.ts'

type Volume = 'master' | 'effects' | 'music'
type Switch = 'haptics' | 'calm' | 'muteEmotes'

const VolumeRow = ({ name, settings }: { name: Volume; settings: MatchSettings }) => {
  const { t } = useTranslation('match')
  const id = useId()
  const value = settings[name]
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{t(`settings.${name}`)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(value * 100)}
        onChange={(event) => changeSettings({ [name]: event.target.valueAsNumber / 100 })}
        onPointerUp={() => sound.play('open')}
      />
      <output htmlFor={id}>{t('settings.percent', { value: Math.round(value * 100) })}</output>
    </div>
  )
}

const SwitchRow = ({ name, settings }: { name: Switch; settings: MatchSettings }) => {
  const { t } = useTranslation('match')
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        {t(`settings.${name}`)}
        <small>{t(`settings.${name}Hint`)}</small>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={settings[name]}
        aria-checked={settings[name]}
        onChange={(event) => changeSettings({ [name]: event.target.checked })}
      />
    </div>
  )
}

/** Sound, feel and motion of a match; kept in this browser. */
export const SettingsDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => {
  const { t } = useTranslation('match')
  const settings = useSettings()
  return (
    <Dialog open={open} onClose={onClose} title={t('settings.title')} className={styles.dialog} size="wide">
      <fieldset className={styles.group}>
        <legend>{t('settings.sound')}</legend>
        <VolumeRow name="master" settings={settings} />
        <VolumeRow name="effects" settings={settings} />
        <VolumeRow name="music" settings={settings} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('settings.feel')}</legend>
        <SwitchRow name="haptics" settings={settings} />
        <SwitchRow name="calm" settings={settings} />
        <SwitchRow name="muteEmotes" settings={settings} />
      </fieldset>
    </Dialog>
  )
}
