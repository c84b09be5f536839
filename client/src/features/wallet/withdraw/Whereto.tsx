import type { Destination } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../ui/Chip.tsx'
import styles from './confirm.module.css'
import { endsOf } from './ends.ts'
import sheet from './withdraw.module.css'

/** Where it goes, so that it can be checked: the ends stand out, since people tell addresses by them. */
export const Whereto = ({ destination, account }: { destination: Destination; account: string }) => {
  const { t } = useTranslation('withdraw')
  const { method, network, realName, bank } = destination
  const { first, middle, last } = endsOf(account)
  return (
    <section className={styles.whereto}>
      <p className={sheet.can}>
        <span>{t(`confirm.to.${method}`)}</span>
        {network && (
          <Chip small tone="good">
            {network}
          </Chip>
        )}
      </p>
      <p className={styles.address}>
        <b>{first}</b>
        {middle}
        <b>{last}</b>
      </p>
      <dl className={styles.facts}>
        {bank && (
          <div>
            <dt>{t('confirm.bank')}</dt>
            <dd>
              {bank.name}, {bank.branch}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('confirm.name')}</dt>
          <dd>{realName}</dd>
        </div>
      </dl>
      <p className={sheet.aside}>{t('confirm.check')}</p>
    </section>
  )
}
