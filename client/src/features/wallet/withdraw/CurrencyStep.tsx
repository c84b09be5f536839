import { typedAmountSchema } from '@minefall/shared/contracts/rest'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatRate, formatSum } from '../../../lib/format.ts'
import { currencyName } from '../../../lib/typed-amount.ts'
import shape from '../../../styles/shape.module.css'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/Note.tsx'
import { FormStep } from '../parts/Step.tsx'
import { comesTo, type Offer } from './amount.ts'
import type { Withdrawal } from './use-withdrawal.ts'
import styles from './withdraw.module.css'

/** What withdrawals are paid in, and the way to another currency. */
export const CurrencyBar = ({ offer: { currency, ways }, onSwitch }: { offer: Offer; onSwitch(): void }) => {
  const { t, i18n } = useTranslation('withdraw')
  const [way] = ways
  return (
    <section className={styles.bar}>
      <span className={styles.symbol} aria-hidden="true">
        {currency.symbol}
      </span>
      <span className={styles.naming}>
        <b>{t('currency.as', { code: currency.code })}</b>
        {way && <small>{t('rate', { rate: formatRate(way.rate, currency, i18n.language) })}</small>}
      </span>
      <Button icon="swap" onClick={onSwitch}>
        {t('currency.switch')}
      </Button>
    </section>
  )
}

/** Shown in every currency while nothing can be withdrawn and nothing was typed. */
const sample = '1000'

const amountShown = (typed: string, available: string): string => {
  if (typedAmountSchema.safeParse(typed).success) return typed
  return available === '0' ? sample : available
}

type OfferChoiceProps = { name: string; offer: Offer; amount: string; chosen: boolean; onChoose(): void }

/** A currency with its rate, and what the amount comes to by each of its ways. */
const OfferChoice = ({ name, offer: { currency, ways }, amount, chosen, onChoose }: OfferChoiceProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const [first] = ways
  return (
    <label className={classes(styles.choice, styles.offer, chosen && styles.on)}>
      <span className={styles.symbol} aria-hidden="true">
        {currency.symbol}
      </span>
      <span className={styles.naming}>
        <b>
          {currency.code}
          <small>{currencyName(currency, i18n.language)}</small>
        </b>
        {first && <small>{t('rate', { rate: formatRate(first.rate, currency, i18n.language) })}</small>}
      </span>
      <input type="radio" className={styles.radio} name={name} checked={chosen} onChange={onChoose} />
      <span className={styles.ways}>
        {ways.map((way) => {
          const total = comesTo(amount, way)
          return (
            <span key={way.method} className={styles.way}>
              <span className={styles.naming}>
                <span>{[t(`method.${way.method}`), way.networks.join(', ')].filter(Boolean).join(' ')}</span>
                <small>
                  {t('currency.limits', {
                    least: formatCoins(way.least, i18n.language),
                    most: formatCoins(way.most, i18n.language),
                  })}
                </small>
              </span>
              <b>{total ? formatSum(total, currency, i18n.language) : t('currency.nothing')}</b>
            </span>
          )
        })}
      </span>
    </label>
  )
}

/** What withdrawals are paid in, apart from what balances are shown in. */
export const CurrencyStep = ({
  of,
  available,
  onDone,
}: {
  of: Withdrawal
  available: string
  onDone(): void
}) => {
  const { t, i18n } = useTranslation('withdraw')
  const name = useId()
  const [code, setCode] = useState(of.offer?.currency.code ?? '')
  const amount = amountShown(of.amount, available)
  return (
    <FormStep
      onSubmit={(event) => {
        event.preventDefault()
        of.keepCurrency(code)
        onDone()
      }}
      foot={
        <Button type="submit" variant="primary" size="big" wide>
          {t('currency.use', { code })}
        </Button>
      }
    >
      <p className={styles.aside}>{t('currency.text', { amount: formatCoins(amount, i18n.language) })}</p>
      <fieldset className={styles.destinations}>
        <legend className={shape.aside}>{t('currency.legend')}</legend>
        {of.offers.map((offer) => (
          <OfferChoice
            key={offer.currency.code}
            name={name}
            offer={offer}
            amount={amount}
            chosen={offer.currency.code === code}
            onChoose={() => setCode(offer.currency.code)}
          />
        ))}
      </fieldset>
      <Note icon="info" tone="plain">
        {t('currency.display', { code: of.user.currencyCode })}
      </Note>
    </FormStep>
  )
}
