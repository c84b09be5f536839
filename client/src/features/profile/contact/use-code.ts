import type { SendCodeBody } from '@minefall/shared/contracts'
import { useState } from 'react'
import { sendCode } from '../../../lib/account-calls.ts'
import { useCountdown } from '../../../lib/countdown.ts'
import { waitOf } from '../../../machines/login/index.ts'

const localNow = () => Date.now()

type CodeOptions = {
  /** Makes what is sent, or says itself what is wrong and answers null. */
  body(): Promise<SendCodeBody | null>
  /** The code is what comes next. */
  onSent(): void
  /** Says what the server refused. */
  refuse(error: unknown): void
}

/** Sends codes to contacts. */
export const useCode = ({ body, onSent, refuse }: CodeOptions) => {
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  /** When the next one may be asked for, in local milliseconds since 1970. */
  const [resendAt, setResendAt] = useState<number | null>(null)
  const secondsLeft = useCountdown(resendAt, localNow) ?? 0

  const wait = (seconds: number) => setResendAt(localNow() + seconds * 1_000)
  const send = async () => {
    if (isSending || secondsLeft > 0) return
    const wanted = await body()
    if (!wanted) return
    setSending(true)
    setSent(false)
    try {
      const { seconds } = await sendCode(wanted)
      wait(seconds)
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

export type Code = ReturnType<typeof useCode>
