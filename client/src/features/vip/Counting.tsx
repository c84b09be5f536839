import type { VipCenter } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useTableName } from '../lobby/table-name.ts'
import styles from './counting.module.css'
import section from './vip.module.css'

/** Which matches count, which of the latest did not and why, and the way to the tables. */
export const Counting = ({ discounted }: Pick<VipCenter, 'discounted'>) => {
  const { t, i18n } = useTranslation('vip')
  const tableName = useTableName()
  return (
    <section className={section.section} aria-labelledby="vip-counting">
      <h3 id="vip-counting" className={section.title}>
        {t('counting.title')}
      </h3>
      <p className={section.hint}>{t('counting.rule')}</p>
      {discounted.length > 0 && (
        <>
          <h4 className={styles.title}>{t('counting.not')}</h4>
          <ul className={styles.list}>
            {discounted.map(({ endedAt, gameId, reason }) => (
              <li key={endedAt} className={styles.row}>
                <Icon name="info" />
                <span className={styles.words}>
                  <b>{t(`counting.reason.${reason}`)}</b>
                  <small>
                    {tableName(gameId, gameId)} ·{' '}
                    <time dateTime={new Date(endedAt).toISOString()}>
                      {formatDateTime(endedAt, i18n.language)}
                    </time>
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link className={buttonClass()} to="/games">
        {t('counting.tables')}
      </Link>
    </section>
  )
}
