import { cleanCode } from '@minefall/shared/contact'
import { codeSchema, type SendCodeBody } from '@minefall/shared/contracts/rest'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { sendCode } from '../../calls/account-calls.ts'
import { noticeText } from '../../calls/notices.ts'
import { waitOf } from '../../lib/call-error.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { CodeButton } from '../../ui/forms/Field.tsx'
import styles from '../../ui/forms/form.module.css'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { FormField } from './use-form.ts'

/** A code in a form, where none yet is another thing to say than one that is too short. */
export const enteredCodeSchema = z.string().min(1, { error: 'code-required', abort: true }).pipe(codeSchema)

const localNow = () => Date.now()

type CodeEvents = {
  /** The code is what comes next. */
  onSent(): void
  /** Says what the server refused. */
  refuse(error: unknown): void
}

/** Has codes sent: `ask` resolves with the seconds until the next one, or null where it said itself what is wrong. */
export const useSentCode = ({
  ask,
  onSent,
  refuse,
}: CodeEvents & { ask(): Promise<{ seconds: number } | null> }) => {
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  /** When the next one may be asked for, in local milliseconds since 1970. */
  const [resendAt, setResendAt] = useState<number | null>(null)
  const secondsLeft = useCountdown(resendAt, localNow) ?? 0

  const wait = (seconds: number) => setResendAt(localNow() + seconds * 1_000)
  const send = async () => {
    if (isSending || secondsLeft > 0) return
    setSending(true)
    setSent(false)
    try {
      const sent = await ask()
      if (!sent) return
      wait(sent.seconds)
      setSent(true)
      onSent()
    } catch (error) {
      const seconds = waitOf(error)
      if (seconds !== null) wait(seconds)
      refuse(error)
    } finally {
      setSending(false)
    }
  }
  return { isSending, isSent, secondsLeft, send }
}

type Code = ReturnType<typeof useSentCode>

/** Sends codes to contacts. `body` makes what is sent, or says itself what is wrong and answers null. */
export const useCode = ({ body, ...events }: CodeEvents & { body(): Promise<SendCodeBody | null> }): Code =>
  useSentCode({
    ask: async () => {
      const wanted = await body()
      return wanted && sendCode(wanted)
    },
    ...events,
  })

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
      // Said here and not in a toast, which would cover what comes next.
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
      onChange={({ currentTarget: { value } }) => onChange({ currentTarget: { value: cleanCode(value) } })}
      behind={
        // While it sends, it keeps the focus, which `disabled` would take: after a failure it is pressed again.
        <CodeButton
          isSending={isSending}
          secondsLeft={secondsLeft}
          disabled={secondsLeft > 0}
          onClick={send}
        />
      }
    />
  )
}
