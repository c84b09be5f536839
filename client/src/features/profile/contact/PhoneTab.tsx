import type { User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { changePhone } from '../../../lib/account-calls.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { AccountForm } from '../forms/AccountForm.tsx'
import { TextField } from '../forms/TextField.tsx'
import { fieldText, useAccountForm } from '../forms/use-account-form.ts'
import { OwnerProof } from '../proof/OwnerProof.tsx'
import { noProof, proofOf } from '../proof/proof-fields.ts'
import { useOwnerProof } from '../proof/use-owner-proof.ts'
import { CodeField } from './CodeField.tsx'
import { phoneFormSchema } from './contact-forms.ts'
import { DialCodeParts } from './DialCodeParts.tsx'
import { readablePhone } from './readable-phone.ts'
import { useCode } from './use-code.ts'
import { useDialCode } from './use-dial-code.ts'

const empty = { phone: '', verificationCode: '', ...noProof }

/** Another phone number, proved by the code that is sent to it. */
export const PhoneTab = ({ user }: { user: User }) => {
  const { t } = useTranslation(['profile', 'login'])
  const dial = useDialCode(user.countrycode)
  const { dialCode: phonecode, code: countrycode } = dial.country
  const proof = useOwnerProof()
  const { form, submit, refuse, goTo, busy, trouble } = useAccountForm({
    schema: phoneFormSchema(phonecode, proof.way),
    values: empty,
    notice: 'phone-updated',
    save: ({ phone, verificationCode, ...typed }) =>
      changePhone({ phone, verificationCode, phonecode, countrycode, ...proofOf(proof.way, typed) }),
    asksMore: proof.takes,
    onSaved: () => {
      form.reset(empty)
      proof.reset()
      sessionActor.send({ type: 'session.refresh' })
    },
  })
  const code = useCode({
    body: async () =>
      (await form.trigger('phone', { shouldFocus: true }))
        ? { contactType: 'phone', contact: form.getValues('phone').trim(), countryCode: phonecode }
        : null,
    onSent: () => goTo('verificationCode'),
    refuse,
  })
  const { errors } = form.formState
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t('phone.save')}>
      <TextField
        {...form.register('phone', {
          onChange: ({ target }: { target: { value: string } }) => dial.follow(target.value),
        })}
        label={t(user.phoneNumber ? 'phone.new' : 'phone.first')}
        hint={user.phoneNumber ? t('contact.now', { contact: readablePhone(user) }) : undefined}
        error={fieldText(errors.phone)}
        before={<DialCodeParts dial={dial} />}
        type="tel"
        autoComplete="tel-national"
        maxLength={40}
      />
      <CodeField
        {...form.register('verificationCode')}
        label={t('phone.code')}
        hint={user.phoneNumber ? t('contact.told') : undefined}
        error={fieldText(errors.verificationCode)}
        code={code}
      />
      {proof.asked && proof.way && (
        <OwnerProof
          user={user}
          asked={proof.asked}
          way={proof.way}
          onWay={proof.choose}
          ownCode={{ ...form.register('ownCode'), error: fieldText(errors.ownCode) }}
          paymentPassword={{ ...form.register('paymentPassword'), error: fieldText(errors.paymentPassword) }}
          goTo={goTo}
          refuse={refuse}
        />
      )}
    </AccountForm>
  )
}
