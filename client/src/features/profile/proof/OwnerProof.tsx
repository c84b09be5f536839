import type { ProofRequired, User } from '@minefall/shared/contracts/rest'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField, useCode } from '../../../parts/forms/CodeField.tsx'
import type { FormField } from '../../../parts/forms/use-form.ts'
import { PasswordField } from '../../../ui/forms/TextField.tsx'
import { Note } from '../../../ui/Note.tsx'
import styles from '../account/account.module.css'
import { type noProof, type ProofWay, proofContact } from './proof-fields.ts'

export type OwnerProofProps = {
  user: User
  /** The proof that the server asks for. */
  asked: ProofRequired
  way: ProofWay
  onWay(way: ProofWay): void
  ownCode: FormField
  paymentPassword: FormField
  /** Goes to the field that comes next. */
  goTo(field: keyof typeof noProof): void
  refuse(error: unknown): void
}

const ways = ['code', 'password'] as const

/**
 * The part of a form that proves ownership of the account: a code to a settled contact, or the payment password. Offers
 * a choice if both are possible. `useOwnerProof` holds its state.
 */
export const OwnerProof = ({
  user,
  asked,
  way,
  onWay,
  ownCode,
  paymentPassword,
  goTo,
  refuse,
}: OwnerProofProps) => {
  const { t } = useTranslation('profile')
  const name = useId()
  const contact = proofContact(user, asked.codeTo)
  const code = useCode({ body: async () => contact?.body ?? null, onSent: () => goTo('ownCode'), refuse })
  const isFirst = useRef(true)
  // It appears above the button that was pressed.
  useEffect(() => {
    if (isFirst.current && way !== 'none') goTo(way === 'code' ? 'ownCode' : 'paymentPassword')
    isFirst.current = false
  }, [way, goTo])
  if (way === 'none') return <Note icon="lock">{t('proof.none')}</Note>
  return (
    <>
      <Note icon="lock" tone="plain">
        {t('proof.why')}
      </Note>
      {asked.codeTo !== null && asked.hasPaymentPassword && (
        <fieldset className={styles.ways}>
          <legend>{t('proof.with')}</legend>
          {ways.map((one) => (
            <label key={one} className={styles.way}>
              <input type="radio" name={name} checked={one === way} onChange={() => onWay(one)} />
              {t(`proof.${one}`)}
            </label>
          ))}
        </fieldset>
      )}
      {way === 'code' ? (
        <CodeField
          {...ownCode}
          label={t('proof.ownCode')}
          hint={t('ownCode.hint', { contact: contact?.shown ?? asked.codeTo })}
          code={code}
        />
      ) : (
        <PasswordField {...paymentPassword} label={t('account.paymentPassword')} autoComplete="off" />
      )}
    </>
  )
}
