import {
  type ContactKind,
  type Country,
  cleanDialCode,
  countryByCode,
  countryOfDialCode,
  countryOfNumber,
  settleDialCode,
} from '@minefall/shared/contact'
import { accountCalls, type User } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { defaultCountry } from '../../../machines/login/index.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { CodeField, useCode } from '../../../parts/forms/CodeField.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { DialCode } from '../../../ui/forms/CountryChoice.tsx'
import { AccountForm, TextField } from '../../../ui/forms/TextField.tsx'
import { OwnerProof } from '../proof/OwnerProof.tsx'
import { noProof, proofOf, readablePhone, useOwnerProof } from '../proof/proof-fields.ts'
import { contactFormSchema } from './contact-form.ts'

/** The country of one's present number, or else of the browser's language. */
const homeOf = (letters: string): Country => countryByCode(letters) ?? defaultCountry(navigator.languages)

/** The country that a number without a plus belongs to, and what its dial-code field holds. */
const useDialCode = (letters: string) => {
  const [country, setCountry] = useState(() => homeOf(letters))
  const [dialCode, setDialCode] = useState(`+${country.dialCode}`)
  const choose = (chosen: Country) => {
    setCountry(chosen)
    setDialCode(`+${chosen.dialCode}`)
  }
  return {
    field: {
      country,
      dialCode,
      onChoose: choose,
      onType: (text: string) => {
        const typed = cleanDialCode(text)
        setDialCode(typed)
        // At once: Enter, and in Safari a press on a button, come before the field is left.
        setCountry(countryOfDialCode(typed, country) ?? country)
      },
      onLeave: () => {
        const settled = settleDialCode(dialCode, { selected: country, previous: `+${country.dialCode}` })
        setCountry(settled.country)
        setDialCode(settled.field)
      },
    },
    /** A number with its plus selects its own country. */
    follow: (number: string) => {
      const own = countryOfNumber(number, country)
      if (own) choose(own)
    },
  }
}

const empty = { contact: '', verificationCode: '', ...noProof }

const inputs = {
  email: { type: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false, maxLength: 300 },
  phone: { type: 'tel', autoComplete: 'tel-national', maxLength: 40 },
} as const

/** Changes the email address or phone number, confirmed by a code sent to the new one. */
export const ContactTab = ({ user, kind }: { user: User; kind: ContactKind }) => {
  const { t } = useTranslation(['profile', 'login'])
  const isEmail = kind === 'email'
  const current = isEmail ? user.email : readablePhone(user)
  const dial = useDialCode(user.countrycode)
  const { dialCode: phonecode, code: countrycode } = dial.field.country
  const proof = useOwnerProof()
  const { field, values, check, reset, submit, refuse, goTo, busy, trouble } = useForm({
    schema: contactFormSchema(kind, phonecode, proof.way),
    values: empty,
    notice: `${kind}-updated`,
    save: async ({ contact, verificationCode, ...typed }) => {
      const codes = { verificationCode, ...proofOf(proof.way, typed) }
      await (isEmail
        ? ask(accountCalls.changeEmail, { body: { email: contact, ...codes } })
        : ask(accountCalls.changePhone, { body: { phone: contact, phonecode, countrycode, ...codes } }))
      sessionActor.send({ type: 'session.refresh' })
    },
    asksMore: proof.takes,
    onSaved: () => {
      reset(empty)
      proof.reset()
    },
  })
  const code = useCode({
    body: async () => {
      if (!check('contact')) return null
      const contact = values.contact.trim()
      return { contactType: kind, contact, ...(isEmail ? {} : { countryCode: phonecode }) }
    },
    onSent: () => goTo('verificationCode'),
    refuse,
  })
  const contact = field('contact')
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t(`${kind}.save`)}>
      <TextField
        {...contact}
        onChange={(event) => {
          contact.onChange(event)
          dial.follow(event.target.value)
        }}
        {...inputs[kind]}
        label={t(current ? `${kind}.new` : `${kind}.first`)}
        hint={current ? t('contact.now', { contact: current }) : undefined}
        before={isEmail ? undefined : <DialCode {...dial.field} />}
      />
      <CodeField
        {...field('verificationCode')}
        label={t(`${kind}.code`)}
        hint={current ? t('contact.told') : undefined}
        code={code}
      />
      {proof.asked && proof.way && (
        <OwnerProof
          user={user}
          asked={proof.asked}
          way={proof.way}
          onWay={proof.choose}
          ownCode={field('ownCode')}
          paymentPassword={field('paymentPassword')}
          goTo={goTo}
          refuse={refuse}
        />
      )}
    </AccountForm>
  )
}
