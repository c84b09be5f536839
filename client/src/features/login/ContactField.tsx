import { countryOfNumber, normalizePhone, stripPhone } from '@minefall/shared/contact'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../calls/notices.ts'
import { loginActor, useLogin } from '../../machines/login/actor.ts'
import type { LoginContext } from '../../machines/login/index.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { DialCode } from '../../ui/forms/CountryChoice.tsx'
import { useCountryName } from '../../ui/forms/country.tsx'
import { CodeButton, Field, KeptInput, usePasswordInput } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/field.module.css'
import { Icon } from '../../ui/Icon.tsx'
import loginStyles from './login.module.css'

/** The password of the login form. */
export const PasswordField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const { input, eye } = usePasswordInput(t('password.show'))
  const { password, error } = useLogin(({ context }) => context)
  return (
    <Field id={id} label={t('password.label')} wrong={error !== null}>
      <input
        {...input}
        id={id}
        className={styles.input}
        name="password"
        autoComplete="current-password"
        aria-invalid={error !== null}
        value={password}
        onChange={({ target }) => loginActor.send({ type: 'password.type', text: target.value })}
      />
      {eye}
    </Field>
  )
}

/** The code, and the button that sends one. */
export const CodeField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { code, error, codeSent, detected, secondsLeft } = useLogin(({ context }) => context)
  const canSend = useLogin((it) => it.can({ type: 'code.send' }))
  const isSending = useLogin((it) => it.hasTag('sending'))
  const sendCode = () => {
    loginActor.send({ type: 'code.send' })
    // The button is about to be disabled, and the code is what comes next.
    input.current?.focus()
  }
  return (
    <Field
      id={id}
      label={t('code.label')}
      wrong={error !== null}
      below={
        <p className={styles.note} role="status">
          {codeSent === 'sent' && (
            <>
              <Icon name="check" size={16} />
              {noticeText('code-sent')}
            </>
          )}
          {codeSent === 'accounts-only' &&
            noticeText(detected === 'email' ? 'mail-accounts-only' : 'code-accounts-only')}
        </p>
      }
    >
      <KeptInput
        ref={input}
        id={id}
        className={styles.input}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={t('code.placeholder')}
        aria-invalid={error !== null}
        value={code}
        onChange={({ target }) => loginActor.send({ type: 'code.type', text: target.value })}
      />
      <CodeButton
        isSending={isSending}
        secondsLeft={secondsLeft}
        disabled={!canSend}
        data-click="send-code"
        onClick={sendCode}
      />
    </Field>
  )
}

/** The invitation that a new account comes by: a link's, or one that is typed. */
export const InvitationField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const invitation = useLogin(({ context }) => context.invitation)
  const [isAsked, ask] = useState(false)
  // Emptied, it stays to be typed into again.
  const [isShown] = useState(invitation !== '')
  const input = useRef<HTMLInputElement>(null)
  // The button went with the press.
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  if (!isAsked && !isShown)
    return (
      <Button variant="text" className={loginStyles.invite} onClick={() => ask(true)}>
        {t('invitation.add')}
      </Button>
    )
  return (
    <Field
      id={id}
      label={t('invitation.label')}
      below={
        <p id={`${id}-hint`} className={styles.hint}>
          {t('invitation.hint')}
        </p>
      }
    >
      <KeptInput
        ref={input}
        id={id}
        className={styles.input}
        name="invitation"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('invitation.placeholder')}
        aria-describedby={`${id}-hint`}
        value={invitation}
        onChange={({ target }) => loginActor.send({ type: 'invitation.type', text: target.value })}
      />
    </Field>
  )
}

/** Whether what is typed so far may become a phone number. */
const mayBePhone = (contact: string) => /^[\d+]*$/.test(stripPhone(contact))

type HintProps = { id: string; form: LoginContext; isLeft: boolean }

/** Which of the two was detected, heard too when it changes. */
const Hint = ({ id, form: { contact, detected, country }, isLeft }: HintProps) => {
  const { t } = useTranslation('login')
  const nameOf = useCountryName()
  const isNone = isLeft && detected === 'none' && contact.trim() !== ''
  const isWhole = stripPhone(contact).startsWith('+')
  const isTooLong = detected === 'phone' && !isWhole && normalizePhone(contact, country.dialCode) === null
  const phoneText = () => {
    const own = isWhole ? countryOfNumber(contact, country) : country
    return own ? t('contact.phoneOf', { country: nameOf(own) }) : t('contact.phone')
  }
  return (
    <p id={id} className={classes(styles.hint, (isNone || isTooLong) && styles.bad)} aria-live="polite">
      {isTooLong && (
        <>
          <Icon name="alert" size={16} />
          {t('contact.tooLong', { dialCode: `+${country.dialCode}` })}
        </>
      )}
      {detected === 'phone' && !isTooLong && (
        <>
          <Icon name="phone" size={16} />
          {phoneText()}
        </>
      )}
      {detected === 'email' && (
        <>
          <Icon name="mail" size={16} />
          {t('contact.email')}
        </>
      )}
      {isNone && (
        <>
          <Icon name="alert" size={16} />
          {noticeText('contact-invalid')}
        </>
      )}
    </p>
  )
}

/** One input for a phone number or an email address; for phones the country and its dial code beside it. */
export const ContactField = ({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) => {
  const { t } = useTranslation('login')
  const id = useId()
  const form = useLogin(({ context }) => context)
  // Anyone who is still typing is not told that it is wrong.
  const [isLeft, setLeft] = useState(false)
  const { contact, country, dialCode } = form
  const send = loginActor.send
  return (
    <Field id={id} label={t('contact.label')} below={<Hint id={`${id}-hint`} form={form} isLeft={isLeft} />}>
      {mayBePhone(contact) && (
        <DialCode
          country={country}
          onChoose={(chosen) => send({ type: 'country.choose', country: chosen })}
          dialCode={dialCode}
          onType={(text) => send({ type: 'dialCode.type', text })}
          onLeave={() => send({ type: 'dialCode.leave' })}
        />
      )}
      <input
        ref={inputRef}
        id={id}
        className={styles.input}
        name="username"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={300}
        aria-describedby={`${id}-hint`}
        value={contact}
        onChange={({ target }) => {
          setLeft(false)
          send({ type: 'contact.type', text: target.value })
        }}
        onBlur={() => setLeft(true)}
        onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      />
    </Field>
  )
}
