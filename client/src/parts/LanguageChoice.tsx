import { languageName, usableLanguages } from '@minefall/shared/languages'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../i18n/chosen-language.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './LanguageChoice.module.css'

/**
 * The browser's own list: known to every keyboard, screen reader and thumb. `named` shows the language's name on a
 * phone too, where there is room.
 */
export const LanguageChoice = ({ named = false }: { named?: boolean }) => {
  const { t, i18n } = useTranslation('panels')
  return (
    <label className={classes(styles.language, named && styles.named)}>
      <Icon name="globe" />
      <span className={styles.name} aria-hidden="true">
        {languageName(i18n.language)}
      </span>
      <select
        className={styles.select}
        aria-label={t('layout.language')}
        value={i18n.language}
        onChange={({ target }) => {
          const chosen = usableLanguages.find(({ id }) => id === target.value)
          if (chosen) chooseLanguage(chosen.id)
        }}
      >
        {usableLanguages.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
      {named && <Icon name="down" size={16} />}
    </label>
  )
}
