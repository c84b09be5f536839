import { bodyCode } from '@minefall/shared/contracts'
import {
  type Destination,
  givenPasswordSchema,
  type OrderDetail,
  type User,
  walletCalls,
} from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ask } from '../../../calls/api.ts'
import { isCallError, isUnclear } from '../../../lib/call-error.ts'
import { drawUuid } from '../../../lib/draw-uuid.ts'
import { formatCoins, formatSum } from '../../../lib/format.ts'
import { tabStore } from '../../../lib/storage.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { CodeField, enteredCodeSchema, useSentCode } from '../../../parts/forms/CodeField.tsx'
import { type FormField, useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { PasswordField, Trouble } from '../../../ui/forms/TextField.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PaymentPasswordSetter } from '../../profile/index.ts'
import { FormStep } from '../parts/Step.tsx'
import styles from './confirm.module.css'
import { keptWithdrawals, previewQuery, type Review, type Withdrawal } from './use-withdrawal.ts'
import sheet from './withdraw.module.css'

/** The first or last characters by which people tell an address from another. */
const shown = 6

/** A long account, address or card in three parts, so that its ends can be told from its middle; a short one is all ends. */
export const endsOf = (text: string): { first: string; middle: string; last: string } =>
  text.length <= 3 * shown
    ? { first: text, middle: '', last: '' }
    : { first: text.slice(0, shown), middle: text.slice(shown, -shown), last: text.slice(-shown) }

/** Where it goes, so that it can be checked: the ends stand out, since people tell addresses by them. */
const DestinationLine = ({ destination, account }: { destination: Destination; account: string }) => {
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

type PaymentPasswordProps = FormField & {
  user: User
}

/** The payment password, and the way to another one for who forgot it. */
const PaymentPassword = ({ user, ...field }: PaymentPasswordProps) => {
  const { t } = useTranslation('withdraw')
  const [isForgotten, setForgotten] = useState(false)
  return (
    <div className={styles.password}>
      <PasswordField {...field} label={t('confirm.password')} autoComplete="off" />
      <Button variant="text" className={styles.forgot} onClick={() => setForgotten(true)}>
        {t('confirm.forgot')}
      </Button>
      {isForgotten && <PaymentPasswordSetter user={user} forgotten onClose={() => setForgotten(false)} />}
    </div>
  )
}

const formSchema = z.object({ paymentPassword: givenPasswordSchema, verificationCode: enteredCodeSchema })

const isCode = (error: unknown, code: number): boolean => isCallError(error) && error.code === code

type ConfirmStepProps = { of: Withdrawal; review: Review; codeTo: string; onPlaced(order: OrderDetail): void }

/** What is paid out and where to, once more; then who it is: payment password, and a code for just this. */
export const ConfirmStep = ({ of, review, codeTo, onPlaced }: ConfirmStepProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const client = useQueryClient()
  const mounted = useMounted()
  const { destination, preview } = review
  const asked = { destinationId: destination.id, amount: preview.amount }
  const requests = keptWithdrawals(tabStore, of.user.id, drawUuid)
  const [isUnanswered, setUnanswered] = useState(() => requests.isUnanswered(asked))

  /** What the server's refusal changes here, besides what is said of it. */
  const refusedBy = async (error: unknown) => {
    setUnanswered(isUnclear(error))
    if (isUnclear(error)) return
    requests.forget()
    if (isCode(error, bodyCode.withdrawalHeldOff)) await of.state.refetch()
    if (!isCode(error, bodyCode.priceChanged)) return
    const next = await client.fetchQuery(previewQuery(of.user.id, asked))
    if (mounted.current) of.setReview({ destination, preview: next })
  }
  const { field, submit, refuse, goTo, busy, trouble } = useForm({
    schema: formSchema,
    values: { paymentPassword: '', verificationCode: '' },
    save: async (entered) => {
      const request = requests.take({ ...asked, total: preview.total })
      try {
        const order = await ask(walletCalls.withdraw, { body: { ...request, ...entered } })
        requests.forget()
        of.placed(order)
        return order
      } catch (error) {
        await refusedBy(error)
        throw error
      }
    },
    onSaved: onPlaced,
  })
  const code = useSentCode({
    ask: () => ask(walletCalls.sendWithdrawalCode, { body: asked }),
    onSent: () => goTo('verificationCode'),
    refuse,
  })
  const coins = formatCoins(preview.amount, i18n.language)
  return (
    <FormStep
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" size="big" wide busy={busy} data-click="confirm-withdrawal">
          {t('confirm.submit', { amount: coins })}
        </Button>
      }
    >
      <div className={styles.gets}>
        <span>{t('receive')}</span>
        <b>{formatSum(preview.total, preview.currency, i18n.language)}</b>
      </div>
      <DestinationLine destination={destination} account={preview.destination} />
      <PaymentPassword {...field('paymentPassword')} user={of.user} />
      <CodeField
        {...field('verificationCode')}
        label={t('confirm.code')}
        hint={t('confirm.codeTo', { contact: codeTo })}
        code={code}
      />
      <p className={styles.bound}>
        {t('confirm.bound', { amount: coins, where: t(`confirm.where.${destination.method}`) })}
      </p>
      <Trouble text={trouble} />
      {isUnanswered && <Note icon="again">{t('confirm.again')}</Note>}
      <Note icon="lock" tone="plain">
        {t('confirm.hold', { amount: coins })}
      </Note>
    </FormStep>
  )
}
