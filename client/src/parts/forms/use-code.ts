import type { SendCodeBody } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { sendCode } from '../../calls/account-calls.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { waitOf } from '../../machines/login/index.ts'

const localNow = () => Date.now()

type Told = {
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
}: Told & { ask(): Promise<{ seconds: number } | null> }) => {
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

export type Code = ReturnType<typeof useSentCode>

/** Sends codes to contacts. `body` makes what is sent, or says itself what is wrong and answers null. */
export const useCode = ({ body, ...told }: Told & { body(): Promise<SendCodeBody | null> }): Code =>
  useSentCode({
    ask: async () => {
      const wanted = await body()
      return wanted && sendCode(wanted)
    },
    ...told,
  })
