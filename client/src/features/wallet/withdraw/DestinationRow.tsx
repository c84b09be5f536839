import type { Destination } from '@minefall/shared/contracts/rest'
import type { PaymentMethod } from '@minefall/shared/payments'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRelative } from '../../../lib/format.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useNow } from '../../profile/use-now.ts'
import styles from './choice.module.css'

/** The sign of a way out. */
const methodSign = {
  alipay: 'transfer',
  usdt: 'chain',
  bank: 'card',
  checkout: 'window',
} as const satisfies Record<PaymentMethod, IconName>

type DestinationRowProps = {
  /** Of the group that one is chosen from. */
  name: string
  destination: Destination
  /** Nothing goes out this way at the moment. */
  closed: boolean
  locked: boolean
  chosen: boolean
  onChoose(): void
  onRemove(): void
}

/** A saved destination: what it is known by, and why it can't be used where it can't. */
export const DestinationRow = ({
  name,
  destination: { method, network, label, realName, bank, opensAt },
  closed,
  locked,
  chosen,
  onChoose,
  onRemove,
}: DestinationRowProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const id = useId()
  const now = useNow()
  const known = [realName, bank ? `${bank.name} ${label}` : label].filter(Boolean).join(', ')
  const why = closed ? t('closed') : t('opens', { when: formatRelative(opensAt, now, i18n.language) })
  return (
    <div className={classes(styles.choice, chosen && styles.on, locked && styles.locked)}>
      <label className={styles.pick}>
        <span className={styles.mark}>
          <Icon name={methodSign[method]} />
        </span>
        <span className={styles.naming}>
          <b>
            {t(`method.${method}`)}
            {network && (
              <Chip small tone="good">
                {network}
              </Chip>
            )}
          </b>
          <small>{known}</small>
          {locked && <small id={`${id}-why`}>{why}</small>}
        </span>
        {locked && <Icon name="lock" size={18} className={styles.lock} />}
        <input
          type="radio"
          className={styles.radio}
          name={name}
          checked={chosen}
          disabled={locked}
          aria-describedby={locked ? `${id}-why` : undefined}
          onChange={onChoose}
        />
      </label>
      <IconButton
        className={styles.bin}
        icon="bin"
        label={t('remove.action', { what: `${t(`method.${method}`)} ${label}` })}
        onClick={onRemove}
      />
    </div>
  )
}
