import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './blocks.module.css'

const waits = ['seats', 'deposits', 'gifts'] as const
const stays = ['withdraw', 'account'] as const

/** What a break blocks, and what it does not. */
export const Blocks = ({ isForGood }: { isForGood: boolean }) => {
  const { t } = useTranslation('play')
  return (
    <div className={styles.blocks}>
      <div>
        <p className={styles.heading}>{t(isForGood ? 'blocks.headingGood' : 'blocks.heading')}</p>
        <ul>
          {waits.map((what) => (
            <li key={what}>
              <Icon name="pause" size={16} />
              {t(`blocks.${what}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.open}>
        <p className={styles.heading}>{t('blocks.open')}</p>
        <ul>
          {stays.map((what) => (
            <li key={what}>
              <Icon name="check" size={16} />
              {t(`blocks.${what}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
