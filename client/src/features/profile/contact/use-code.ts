import type { SendCodeBody } from '@minefall/shared/contracts'
import { useState } from 'react'
import { sendCode } from '../../../lib/account-calls.ts'
import { waitOf } from '../../../machines/login/wait.ts'
import { useCountdown } from '../../match/countdown.ts'

const localNow = () => Date.now()

/**
 * Sends codes to contacts. `body` makes what is sent, or says itself what is wrong and answers null; `refuse` says
 * what the server refused.
 */
export const useCode = (body: () => Promise<SendCodeBody | null>, refuse: (error: unknown) => void) => {
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
