import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../calls/notices.ts'
import { loginActor, useLogin } from '../../machines/login/index.ts'
import { CodeButton, Field } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/field.module.css'
import { Icon } from '../../ui/Icon.tsx'

/** The code, and the button that sends one. */
export const CodeField = () => {
  const { t } = useTranslation('login')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { code, error, codeSent, secondsLeft } = useLogin(({ context }) => context)
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
          {codeSent === 'accounts-only' && noticeText('code-accounts-only')}
        </p>
      }
    >
      <input
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
