import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../calls/notices.ts'
import { cleanCode } from '../../machines/login/index.ts'
import { CodeButton } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/form.module.css'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Code } from './use-code.ts'
import type { FormField } from './use-form.ts'

type CodeFieldProps = FormField & {
  label: string
  hint?: ReactNode
  code: Code
}

/** Six digits, and the button that sends them, which counts down until it may again. */
export const CodeField = ({ code, hint, onChange, ...field }: CodeFieldProps) => {
  const { t } = useTranslation('login')
  const { isSending, isSent, secondsLeft, send } = code
  return (
    <TextField
      {...field}
      // Told here and not in a toast, which would cover what comes next.
      hint={
        isSent ? (
          <>
            <Icon name="check" size={16} className={styles.sent} />
            {noticeText('code-sent')}
          </>
        ) : (
          hint
        )
      }
      placeholder={t('code.placeholder')}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => {
        event.currentTarget.value = cleanCode(event.currentTarget.value)
        onChange(event)
      }}
      behind={
        <CodeButton
          isSending={isSending}
          secondsLeft={secondsLeft}
          disabled={isSending || secondsLeft > 0}
          onClick={send}
        />
      }
    />
  )
}
