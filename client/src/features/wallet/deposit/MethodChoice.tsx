import type { Channel } from '@minefall/shared/contracts/rest'
import type { PaymentMethod } from '@minefall/shared/payments'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatShare, formatSum } from '../../../lib/format.ts'
import shape from '../../../styles/shape.module.css'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import styles from './amount.module.css'

/** The sign of each way to pay. */
export const methodIcons = {
  alipay: 'transfer',
  usdt: 'chain',
  bank: 'bank',
  checkout: 'window',
} as const satisfies Record<PaymentMethod, IconName>

/** A channel by its method and currency. */
export const channelId = ({ method, currency }: Pick<Channel, 'method' | 'currency'>) =>
  `${method}/${currency.code}`

/** Says a fee: a share, a fixed sum, both or none. */
const useFeeText = () => {
  const { t, i18n } = useTranslation('deposit')
  return ({ feeBps, feeFixed, currency }: Channel): string => {
    const share = formatShare(feeBps, i18n.language)
    const fixed = formatSum(feeFixed, currency, i18n.language)
    const hasFixed = /[1-9]/.test(feeFixed)
    if (feeBps === 0) return hasFixed ? t('fee.fixed', { fixed }) : t('fee.none')
    return hasFixed ? t('fee.both', { share, fixed }) : t('fee.share', { share })
  }
}

type MethodChoiceProps = {
  channels: readonly Channel[]
  chosen: Channel
  onChoose(channel: Channel): void
}

/** Every way to pay that is open, with what it takes. */
export const MethodChoice = ({ channels, chosen, onChoose }: MethodChoiceProps) => {
  const { t, i18n } = useTranslation(['deposit', 'orders'])
  const feeText = useFeeText()
  const name = useId()
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.legend}>{t('payWith')}</legend>
      {channels.map((channel) => {
        const id = channelId(channel)
        return (
          <label key={id} className={styles.method}>
            <input
              className={shape.cover}
              type="radio"
              name={name}
              checked={id === channelId(chosen)}
              onChange={() => onChoose(channel)}
            />
            <span className={styles.mark}>
              <Icon name={methodIcons[channel.method]} />
            </span>
            <span className={styles.words}>
              <b>
                {t(`orders:method.${channel.method}`)}
                {channel.sandbox && <Chip small>{t('sandbox')}</Chip>}
              </b>
              <small>{t('about', { currency: channel.currency.code, fee: feeText(channel) })}</small>
              <small>
                {t('range', {
                  least: formatCoins(channel.least, i18n.language),
                  most: formatCoins(channel.most, i18n.language),
                })}
              </small>
            </span>
            <span className={styles.dot} aria-hidden="true" />
          </label>
        )
      })}
    </fieldset>
  )
}
