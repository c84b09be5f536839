import { accountCalls, type User } from '@minefall/shared/contracts/rest'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, showNotice } from '../../../calls/notices.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { currencyName } from '../../../lib/typed-amount.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { Spinner } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useCurrencies } from '../queries.ts'
import styles from './account.module.css'

/** Coins whose worth shows what a currency means. */
const sample = 1_000
const places = [0, 1, 2, 3, 4] as const

/** What amounts are shown in beside coins; what is owned stays the same. */
export const CurrencyDialog = ({ user, onClose }: { user: User; onClose(): void }) => {
  const { t, i18n } = useTranslation('profile')
  const currencies = useCurrencies(user.id)
  const choose = useMutation({
    mutationFn: (currencycode: string) => ask(accountCalls.chooseCurrency, { body: { currencycode } }),
    onSuccess: (changed) => {
      sessionActor.send({ type: 'session.userChanged', id: user.id, user: changed })
      showNotice('currency-updated', 'good')
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t('currency.title')}
      description={t('currency.text', { coins: formatCount(sample, i18n.language) })}
    >
      <LoadTrouble asked={currencies} what={t('currency.what')} />
      {currencies.isPending && currencies.fetchStatus === 'fetching' && (
        <div className={styles.choices} aria-busy="true">
          {places.map((place) => (
            <Skeleton key={place} height="56px" />
          ))}
        </div>
      )}
      {currencies.data && (
        <ul className={styles.choices}>
          {currencies.data.map(({ currencycode, name, symbol, exchangeRate }) => {
            const isOn = currencycode === user.currencyCode
            const isWanted = choose.isPending && choose.variables === currencycode
            return (
              <li key={currencycode}>
                <button
                  type="button"
                  className={classes(styles.currency, isOn && styles.on)}
                  aria-pressed={isOn}
                  aria-disabled={choose.isPending}
                  onClick={() =>
                    !choose.isPending && !isOn && choose.mutate(currencycode, { onSuccess: onClose })
                  }
                >
                  <span className={styles.symbol} aria-hidden="true">
                    {symbol}
                  </span>
                  <span className={styles.naming}>
                    <b>{currencycode}</b>
                    <small>{currencyName({ code: currencycode, name }, i18n.language)}</small>
                  </span>
                  <small>
                    {t('account.worth', {
                      worth: formatMoney(sample * exchangeRate, symbol, i18n.language),
                    })}
                  </small>
                  <span className={styles.tick}>
                    {isWanted ? <Spinner /> : isOn && <Icon name="check" />}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <Trouble text={choose.isError ? errorText(choose.error) : null} />
    </Dialog>
  )
}
