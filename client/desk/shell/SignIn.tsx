import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../src/lib/call-error.ts'
import { localStore } from '../../src/lib/storage.ts'
import { deviceId } from '../../src/machines/connection/identity.ts'
import { PageTitle } from '../../src/ui/PageTitle.tsx'
import { ask, fieldOf, secondsToWait, wordsFor } from '../api.ts'
import { type Ended, session } from '../session.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { useNow } from '../ui/Time.tsx'
import { lasting } from '../ui/words.ts'
import styles from './SignIn.module.css'

/** The desk's own sign: the game's, in gray, with one tile of color. */
export const Logo = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 34 36" aria-hidden="true" className={className}>
    <rect x="2" y="2" width="13" height="13" rx="3.5" fill="#7C8895" />
    <rect x="17.5" y="2" width="13" height="13" rx="3.5" fill="#7C8895" opacity=".8" />
    <rect x="2" y="17.5" width="13" height="13" rx="3.5" fill="#7C8895" opacity=".8" />
    <g transform="rotate(18 26 27)">
      <rect x="19" y="20.5" width="13.5" height="13.5" rx="3.5" fill="#FF7A1A" />
      <circle cx="25.75" cy="27.25" r="3" fill="#1B0E03" />
    </g>
  </svg>
)

const notes: Record<Ended, string> = {
  'signed-out': 'You are signed out.',
  'session-ended': 'Your session has ended. Sign in again to continue where you left off.',
}

/** Codes are shown in groups and pasted with their spaces. */
const digits = (text: string) => text.replace(/\D/g, '').slice(0, 6)

/** How long one may not try again. */
const Wait = ({ until }: { until: number }) => {
  const left = until - useNow()
  return left >= 1000 ? `Too many wrong tries. Try again in ${lasting(left)}.` : 'You can try again now.'
}

/** The way in: email address, password, and the six digits of the authenticator app. */
export const SignIn = ({ ended }: { ended: Ended | null }) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [until, setUntil] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Sign in – Minefall desk'
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    setUntil(null)
    try {
      session.begin(
        await ask(deskCalls.signIn, {
          body: { email, password, code },
          headers: { 'x-device-id': deviceId(localStore) },
        }),
      )
    } catch (refused) {
      setError(refused)
      const seconds = secondsToWait(refused)
      if (seconds !== null) setUntil(Date.now() + seconds * 1000)
      // A code counts once: the next try has the next one.
      setCode('')
      setBusy(false)
      codeField.current?.focus()
    }
  }
  const field = isCallError(error) && error.code === bodyCode.badParameters ? fieldOf(error) : null
  return (
    <main className={styles.place}>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.head}>
          <Logo className={styles.logo} />
          <PageTitle>Minefall desk</PageTitle>
        </div>
        {ended && error === null && (
          <p className={styles.note} role="status">
            {notes[ended]}
          </p>
        )}
        {error !== null && (
          <p className={styles.error} role="alert">
            {until === null ? wordsFor(error) : <Wait until={until} />}
          </p>
        )}
        <Field
          label="Email address"
          type="email"
          name="email"
          autoComplete="username"
          required
          maxLength={254}
          value={email}
          error={field === 'email' ? 'This isn’t a valid email address.' : null}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          maxLength={256}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Field
          ref={codeField}
          label="Code"
          help="The six digits in your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          title="Six digits"
          required
          value={code}
          onChange={({ target }) => setCode(digits(target.value))}
        />
        <Button tone="act" submit busy={isBusy} className={styles.submit}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
