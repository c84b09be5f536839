import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './play.module.css'

const ways = [
  ['smile', 'talk'],
  ['phone', 'line'],
  ['bank', 'block'],
  ['pause', 'break'],
] as const satisfies readonly (readonly [IconName, string])[]

/** Where help is to be found when play is no pastime any more. */
export const Help = () => {
  const { t } = useTranslation('play')
  return (
    <section className={styles.part} aria-labelledby="play-help">
      <h3 id="play-help" className={styles.heading}>
        {t('help.title')}
      </h3>
      <p className={styles.text}>{t('help.signs')}</p>
      <ul className={styles.help}>
        {ways.map(([icon, way]) => (
          <li key={way}>
            <Icon name={icon} />
            <span>{t(`help.${way}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
