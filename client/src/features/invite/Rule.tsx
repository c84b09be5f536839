import type { ReferralData } from '@minefall/shared/contracts/rest'
import { Trans, useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import lists from '../../parts/lists/lists.module.css'
import { useCoinsText } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './rule.module.css'

/** What does not count, each in its own words. */
const exceptions = ['tables', 'opponents', 'own', 'shared'] as const

const strong = { b: <b /> }

/** What an invitation earns and when, in plain words. */
export const Rule = ({ rule }: { rule: ReferralData['rule'] | undefined }) => {
  const { t, i18n } = useTranslation('invite')
  const coinsText = useCoinsText()
  return (
    <section className={styles.rule} aria-labelledby="invitation-rule">
      <h3 id="invitation-rule" className={styles.title}>
        {t('rule.title')}
      </h3>
      <ol className={classes(lists.steps, styles.steps)}>
        <li>
          <p>
            <Trans t={t} i18nKey="rule.join" components={strong} />
          </p>
        </li>
        <li>
          <p>
            {rule ? (
              <Trans t={t} i18nKey="rule.play" count={rule.matches} components={strong} />
            ) : (
              <Skeleton width="90%" height="2.5rem" />
            )}
          </p>
        </li>
        <li>
          <p>
            {rule ? (
              <Trans
                t={t}
                i18nKey="rule.get"
                count={rule.monthlyMost}
                values={{
                  coins: coinsText(rule.gift, 'promo'),
                  most: formatCount(rule.monthlyMost, i18n.language),
                }}
                components={strong}
              />
            ) : (
              <Skeleton width="90%" height="2.5rem" />
            )}
          </p>
        </li>
      </ol>
      <details className={styles.more}>
        <summary>
          {t('rule.not.title')}
          <Icon name="down" size={18} />
        </summary>
        <ul>
          {exceptions.map((exception) => (
            <li key={exception}>{t(`rule.not.${exception}`)}</li>
          ))}
        </ul>
        <p>{t('rule.not.gift')}</p>
      </details>
    </section>
  )
}
