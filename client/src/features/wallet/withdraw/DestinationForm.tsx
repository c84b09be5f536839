import { type Channel, destinationBodySchema } from '@minefall/shared/contracts/rest'
import { networkOfAddress, networkSchema, type PaymentMethod } from '@minefall/shared/payments'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField, TextField, Trouble } from '../../../ui/forms/TextField.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { FormStep } from '../parts/Step.tsx'
import styles from './confirm.module.css'
import type { Withdrawal } from './use-withdrawal.ts'

/** The methods that money goes out by. */
export type PayoutMethod = Exclude<PaymentMethod, 'checkout'>

/** What is asked for of a destination of each method; the fields have the names of the call's body. */
const fieldsOf = {
  alipay: ['account', 'realName'],
  usdt: ['network', 'address', 'realName'],
  bank: ['bankName', 'branchName', 'cardNumber', 'realName'],
} as const satisfies Record<PayoutMethod, readonly string[]>

const text = z.string()
const valuesSchema = z.object({
  account: text,
  network: text,
  address: text,
  bankName: text,
  branchName: text,
  cardNumber: text,
  realName: text,
  paymentPassword: text,
})
type DestinationValues = z.infer<typeof valuesSchema>

export const emptyDestination: DestinationValues = {
  account: '',
  network: 'TRC20',
  address: '',
  bankName: '',
  branchName: '',
  cardNumber: '',
  realName: '',
  paymentPassword: '',
}

/** The call's body, of what the method asks for. */
export const destinationBodyOf = (method: PayoutMethod, currency: string, values: DestinationValues) => {
  const asked = Object.fromEntries(fieldsOf[method].map((name) => [name, values[name]]))
  const details = { ...asked, method, ...(method === 'bank' ? { currency } : {}) }
  return { details, paymentPassword: values.paymentPassword }
}

/** A form's values as the server will check them: what is wrong lands at the field of that name. */
export const destinationFormSchema = (method: PayoutMethod, currency: string) =>
  valuesSchema.superRefine((values, context) => {
    const { error } = destinationBodySchema.safeParse(destinationBodyOf(method, currency, values))
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path.slice(-1), message })
  })

type DestinationFormProps = {
  of: Withdrawal
  method: PayoutMethod
  way: Channel | undefined
  currency: string
  /** Above the fields. */
  children: ReactNode
  onSaved(): void
}

/** What a method asks for of a destination, and the payment password, so that a token alone saves none. */
export const DestinationForm = ({ of, method, way, currency, children, onSaved }: DestinationFormProps) => {
  const { t } = useTranslation('withdraw')
  const {
    field: fieldOf,
    values,
    set,
    submit,
    busy,
    trouble,
  } = useForm({
    schema: destinationFormSchema(method, currency),
    values: { ...emptyDestination, network: way?.networks[0] ?? emptyDestination.network },
    save: async (values) => {
      await of.add(destinationBodySchema.parse(destinationBodyOf(method, currency, values)))
    },
    onSaved,
  })
  const field = (name: keyof DestinationValues) => ({
    ...fieldOf(name),
    autoComplete: 'off',
  })
  const { network, address } = values
  const itsNetwork = method === 'usdt' ? networkOfAddress(address.trim()) : null
  const isOther = itsNetwork !== null && itsNetwork !== network
  const use = (next: string) => set('network', next)
  return (
    <FormStep
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" size="big" wide busy={busy}>
          {t('form.save')}
        </Button>
      }
    >
      {children}
      {method === 'alipay' && (
        <TextField {...field('account')} label={t('form.account')} hint={t('form.accountHint')} />
      )}
      {method === 'usdt' && (
        <>
          <Segments
            legend={t('form.network')}
            options={way?.networks ?? networkSchema.options}
            value={network === 'ERC20' ? 'ERC20' : 'TRC20'}
            label={(one) => one}
            onChange={use}
          />
          <TextField
            {...field('address')}
            label={t('form.address')}
            hint={t('form.addressHint')}
            autoCapitalize="none"
            spellCheck={false}
          />
          {isOther && (
            <Note
              icon="swap"
              action={
                <Button variant="text" onClick={() => use(itsNetwork)}>
                  {t('form.switchTo', { network: itsNetwork })}
                </Button>
              }
            >
              {t('form.isOther', { network: itsNetwork })}
            </Note>
          )}
        </>
      )}
      <div className={styles.fields}>
        {method === 'bank' && (
          <>
            <TextField {...field('bankName')} label={t('form.bankName')} />
            <TextField {...field('branchName')} label={t('form.branchName')} />
            <TextField {...field('cardNumber')} label={t('form.cardNumber')} inputMode="numeric" />
          </>
        )}
        <TextField {...field('realName')} label={t('form.realName')} hint={t('form.realNameHint')} />
        <PasswordField {...fieldOf('paymentPassword')} label={t('form.password')} autoComplete="off" />
      </div>
      <Trouble text={trouble} />
      <Note icon="lock" tone="plain">
        {t('form.waits')}
      </Note>
    </FormStep>
  )
}
